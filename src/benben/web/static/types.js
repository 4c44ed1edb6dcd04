// Types of the data that the server sends; see views.py and schemas.py. No code: browsers never load this file.

/**
 * A legal move.
 * @typedef {object} Choice
 * @property {string} move the notation
 * @property {string[]} path the ids of the elements to touch, in order
 * @property {number | null} gain the change of the score; null where the table hides it
 * @property {boolean} final it ends the turn or reveals something
 * @property {boolean} [goal] in a guided game: it reaches the goal
 */

/**
 * A sentence about a move or about points.
 * @typedef {object} Line
 * @property {string} text
 * @property {string[]} cells the ids of the elements it is about
 * @property {number | null} [seat]
 * @property {number | null} points
 * @property {string | null} rule
 * @property {string} [row] of a tally: the row of the score pad
 */

/**
 * An event in the log.
 * @typedef {object} LogEntry
 * @property {number} number
 * @property {"house" | "sit" | "move" | "back" | "resign"} kind
 * @property {number | null} seat
 * @property {Line[]} lines
 * @property {string} [move]
 * @property {number} [ply] the number of moves after this one
 */

/**
 * @typedef {object} Seat
 * @property {number} seat
 * @property {string} title
 * @property {string} name who sits there, with the colour
 * @property {string} who the same without the colour
 * @property {"open" | "person" | "bot"} kind
 * @property {string} level
 * @property {number} score
 * @property {boolean} own this browser holds the seat
 * @property {boolean} winner
 */

/**
 * The status line.
 * @typedef {object} Status
 * @property {string} who
 * @property {string} now
 * @property {string} then
 * @property {boolean} mine a seat of this browser is to act
 * @property {boolean} thinks a bot is to act
 */

/**
 * A guided game as its learner sees it.
 * @typedef {object} LessonView
 * @property {{ task: string, rule: string }[]} goals
 * @property {number} reached the number of goals that are reached
 * @property {{ name: string, text: string, rule: string | null, cells: string[] }} note what the last goal teaches
 * @property {string[]} touch what to touch, by the number of elements touched already
 * @property {boolean} waits written moves come next, when the learner goes on
 * @property {boolean} later they belong to turns that are skipped
 * @property {boolean} passing this view is in the middle of them: it is not shown
 */

/**
 * The revealed seed and the shuffles made from it.
 * @typedef {object} Proof
 * @property {string} seed in hexadecimal
 * @property {{ name: string, order: number[] }[]} shuffles
 */

/**
 * A match as one viewer may see it.
 * @typedef {object} View
 * @property {string} match
 * @property {string} game
 * @property {string} title
 * @property {number} number the number of the last event
 * @property {number} ply the number of moves so far
 * @property {number} at the number of moves of the position shown
 * @property {boolean} wide the picture is the one for wide screens
 * @property {boolean} live it follows the match, and shows no chosen past position
 * @property {number | null} seat the seat that looks; null for spectators
 * @property {number[]} own the seats of this browser
 * @property {boolean} open the game has no secrets
 * @property {number | null} actor
 * @property {boolean} full every seat is taken
 * @property {boolean} over
 * @property {boolean} study a record to look at
 * @property {boolean} previews
 * @property {{ match: string, ply: number } | null} origin
 * @property {Seat[]} seats
 * @property {Status} status
 * @property {string} outcome
 * @property {number | null} resigned the seat that has resigned
 * @property {string} [board] SVG; the page itself holds the first one
 * @property {string} text
 * @property {Line[]} last
 * @property {Choice[]} choices
 * @property {{ allowed: boolean, reason: string } | null} back
 * @property {LessonView | null} lesson
 * @property {LogEntry[]} log
 * @property {Line[]} tally
 * @property {string | null} commitment
 * @property {Proof | null} proof
 * @property {boolean} forkable
 * @property {Record<string, string>} ghosts drawings of moves by notation, where they are few
 */

/**
 * A view as it comes over the socket. A pair in `board` stands for pieces of the last board, a string for a new piece.
 * @typedef {object} ViewMessage
 * @property {Omit<View, "log" | "board">} view
 * @property {LogEntry[]} log
 * @property {(string | [number, number])[]} board
 */

/**
 * What a page asks to see of a match.
 * @typedef {object} Terms
 * @property {number | null} seat one of several seats at this screen
 * @property {number | null} at a past position; null follows the match
 * @property {boolean} everything of a match that is over: hidden things too
 * @property {boolean} wide the picture for wide screens
 * @property {boolean} ghosts send drawings of moves along where they are few
 * @property {boolean} each send the view of every event, and not only of the last one
 */

/**
 * What a move would do.
 * @typedef {object} Foresight
 * @property {string} intent what the move is
 * @property {Line[]} lines what follows from it
 * @property {{ row: string, points: number }[]} gains by row of the score pad
 * @property {boolean} reveals it shows somebody something hidden
 */

/**
 * The answer to "why not?".
 * @typedef {object} Verdict
 * @property {boolean} allowed
 * @property {{ code: string, text: string, rule: string | null, cells: string[] } | null} reason
 */

/**
 * A match in the list of this browser's tables.
 * @typedef {object} Card
 * @property {string} match
 * @property {string} title
 * @property {string[]} names
 * @property {number | null} actor
 * @property {boolean} full
 * @property {boolean} over
 * @property {string} game
 * @property {{ reached: number, goals: number } | null} lesson a guided game that has not taught everything yet
 */

export {};

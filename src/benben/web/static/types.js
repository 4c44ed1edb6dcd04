// Types of the data that the server sends; see views.py and schemas.py. No code: browsers never load this file.

/**
 * A legal move.
 * @typedef {object} Choice
 * @property {string} move the notation
 * @property {string[]} path the ids of the elements to touch, in order
 * @property {number | null} gain the change of the score; null where the table hides it
 * @property {boolean} final it ends the turn or reveals something
 * @property {boolean} loses it costs points or destroys something
 * @property {number} [promise] how promising it is, once the server has said it
 * @property {boolean} [goal] in a guided game: it reaches the goal
 * @property {string} direct an element that alone means this move; may be empty
 * @property {number} turns index of the first path element that says how the piece is turned; 0: it is not turned
 * @property {string} [then] the move that follows, where `move` leaves an optional step out
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
 * @property {"house" | "sit" | "move" | "back" | "resign" | "hint" | "hints"} kind
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
 * @property {string} short what to do in a few words; may be empty
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
 * Hints at this table, for one person.
 * @typedef {object} HintsHere
 * @property {boolean} allowed
 * @property {string | null} why not: others, forbidden, lesson
 * @property {string} reason the same in words
 * @property {boolean} agreed this seat has agreed
 * @property {string} asked somebody asks whether hints may be allowed; may be empty
 * @property {string[]} missing the people who have not agreed
 */

/**
 * A hint, in three steps.
 * @typedef {object} Hint
 * @property {number} number of the last event, with the hint
 * @property {number} seat
 * @property {{ cells: string[], text: string }} look
 * @property {{ move: string, path: string[], text: string }} move
 * @property {{ text: string, lines: Line[] }} why
 */

/**
 * The revealed seed and the shuffles made from it.
 * @typedef {object} Proof
 * @property {string} seed in hexadecimal
 * @property {{ name: string, order: number[] }[]} shuffles
 */

/**
 * The result of a deal of the day, in words.
 * @typedef {object} DayResult
 * @property {string} [game] missing in results that were kept before 2026-11
 * @property {string} title
 * @property {string} text
 * @property {number} place
 * @property {number} of
 * @property {string} symbols
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
 * @property {[number, number]} size of the picture, in its units
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
 * @property {boolean} warns the game knows the dangers of moves
 * @property {{ allowed: boolean, reason: string } | null} back
 * @property {HintsHere | null} hint
 * @property {LessonView | null} lesson
 * @property {LogEntry[]} log
 * @property {Line[]} tally
 * @property {string | null} commitment
 * @property {Proof | null} proof
 * @property {boolean} forkable
 * @property {boolean} sealed others still play the same deal, so what was hidden stays hidden
 * @property {string} deal the id of a deal that other tables have too, or nothing
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
 * @property {[number, number] | null} stage its width and height in pixels, for a picture that fits it
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
 * @property {boolean} loses it costs points or destroys something
 * @property {Line | null} warning a danger
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

/**
 * A formula of a score sheet: see core/score_sheet.py.
 * @typedef {number | string | [string, ...any[]]} Formula
 */

/**
 * @typedef {object} SheetRow
 * @property {string} name
 * @property {string} title
 * @property {string} rule
 * @property {string} swatch a colour of the palette; may be empty
 * @property {Formula} most the largest number that can be entered
 * @property {string} why no more than that
 * @property {string} limitRule
 * @property {boolean} tick
 * @property {boolean} single at most one tick in the row
 * @property {Formula | null} value of a row that follows from others
 * @property {Formula | null} points
 */

/**
 * @typedef {object} SheetSection
 * @property {string} name
 * @property {string} title
 * @property {SheetRow[]} rows
 * @property {string} total the title of its sum; may be empty
 * @property {number} needs
 * @property {string} rule
 * @property {string} help
 * @property {string} begins the rule by which the fewest points begin the next section; may be empty
 */

/**
 * The score sheet of a game.
 * @typedef {object} Sheet
 * @property {string} name
 * @property {string} title of the variant; may be empty
 * @property {number[]} players
 * @property {SheetSection[]} sections
 * @property {{ of: Formula | null, title: string, rule: string, fewest: boolean }[]} keys
 * @property {{ holds: Formula, why: string, rule: string }[]} checks
 * @property {string} out
 * @property {string} outRule
 * @property {Formula | null} goal one column for all players together
 * @property {string} goalRule
 * @property {string} first
 * @property {string} nextFirst
 */

/** @typedef {Record<string, (number | null)[]>} Entries by name of the row, then by column; null is blank */

/**
 * Why an entry is refused.
 * @typedef {object} SheetFault
 * @property {"number" | "most" | "single" | "check"} kind
 * @property {string} row the title of the row; may be empty
 * @property {string} why
 * @property {string} rule
 * @property {number} most
 */

/**
 * @typedef {object} SheetResult
 * @property {number[]} totals
 * @property {boolean[]} out
 * @property {boolean | null} solved of a task
 * @property {number[]} winners
 * @property {number[]} used the keys that made a difference
 * @property {number | null} open the key that waits for entries
 * @property {boolean} isLastLeft
 * @property {(number | null)[]} starters by section
 * @property {{ section: string, column: number, rule: string }[]} missing
 */

/**
 * A decision in the review of a match.
 * @typedef {object} ReviewDecision
 * @property {number} ply
 * @property {number} seat
 * @property {string} move
 * @property {string} best
 * @property {"forced" | "best" | "right" | "inexact" | "mistake"} verdict
 * @property {number[]} chances by seat
 * @property {number} loss
 * @property {number} error
 * @property {[number, number] | null} points the loss in points, and its error
 * @property {boolean} hinted its player had asked for a hint
 * @property {string[]} line
 * @property {string[]} expected what follows the better move, in words
 * @property {string} played in words
 * @property {string} better in words
 * @property {{ text: string, rule: string | null }[]} reasons
 */

/**
 * The review of a match.
 * @typedef {object} Review
 * @property {string} level
 * @property {string} teacher
 * @property {{ name: string, shown: boolean, accuracy: number | null }[]} seats
 * @property {ReviewDecision[]} decisions
 * @property {number[]} turning numbers of decisions, the most expensive first
 * @property {number[]} result by seat; empty while the match goes on
 */

/**
 * The board at a decision, and two ghosts.
 * @typedef {object} ReviewBoard
 * @property {string} picture
 * @property {string} played
 * @property {string} better
 * @property {string} text
 */

export {};

/**
 * A puzzle, without its solution.
 * @typedef {object} PuzzleBoard
 * @property {string} picture
 * @property {string} text
 * @property {string} task
 * @property {string} ask what the seat to act is to do
 * @property {Choice[]} choices
 */

/**
 * @typedef {object} PuzzleSolution
 * @property {string} move
 * @property {string} text
 * @property {string} second the best of the other moves, in words
 * @property {number} margin how much worse it is, in chances
 * @property {number} error of the margin
 * @property {string[]} line
 * @property {string[]} expected what follows the right move, in words
 * @property {Line[]} reasons
 */

/**
 * @typedef {object} PuzzleAnswer
 * @property {"right" | "worse"} code
 * @property {string} move
 * @property {string} text the move in words
 * @property {number} loss in chances
 * @property {number} error of the loss
 * @property {PuzzleSolution | null} solution with the right answer only
 */

// Random games of Pyramids, written for speed alone. A round runs straight through, without a state of decisions, so
// this is a limit of the game, not of an interface with `legal` and `play`. A pyramid is the number of its shape:
// tables hold the places for the next card.
#include "limit.h"

enum { LEVELS = 4, SHAPES = 2048 };

typedef struct { uint16_t shape; uint8_t cell; } Place;

static int shapes;
static uint32_t cells_of[SHAPES]; // 8 * level + place; the first card lies at place 3
static uint8_t place_count[SHAPES];
static Place places[SHAPES][LEVELS];

typedef struct {
    uint8_t hand[4], held, raised, buried;
    uint16_t shape;
    uint8_t pyramid[32], obelisk[12], tomb[12];
} Player;

static Player seats[5];
static uint8_t deck[CARDS];
static int first_starter, first_aside;

// The places of a level for the next card.
static uint32_t open_cells(uint32_t cells, int level) {
    uint32_t row = cells >> 8 * level & 255, under = level ? cells >> (8 * level - 8) & 255 : 0;
    if (!level && count_bits(row) == LEVELS) return 0;
    uint32_t carried = level ? under & under >> 1 : 127;
    uint32_t beside = row ? (row << 1 | row >> 1) & ~row : level ? 255 : 8;
    return carried & beside;
}

// The number of a shape; finds all that grow from it.
static int shape_of(uint32_t cells) {
    for (int i = 0; i < shapes; i++)
        if (cells_of[i] == cells) return i;
    int shape = shapes++;
    cells_of[shape] = cells;
    for (int level = 0; level < LEVELS; level++)
        for (uint32_t open = open_cells(cells, level); open; open &= open - 1) {
            int cell = 8 * level + lowest_bit(open);
            places[shape][place_count[shape]++] = (Place){(uint16_t)shape_of(cells | 1u << cell), (uint8_t)cell};
        }
    return shape;
}

static void deal(int players) {
    if (!shapes) shape_of(0);
    shuffle(deck, CARDS);
    first_starter = (int)below((uint32_t)players);
    first_aside = (int)below(4);
}

// What a seat does to its hand returns how many cards it holds then. The last card fills the slot of one that left.

INLINE int build(Player *p, int held) {
    int slot = (int)below((uint32_t)held), at = (int)below(place_count[p->shape]);
    Place place = places[p->shape][at];
    p->pyramid[place.cell] = p->hand[slot];
    p->shape = place.shape;
    p->hand[slot] = p->hand[held - 1];
    return held - 1;
}

// A card of the hand onto a pile, or none. Without a branch: the pile keeps a card only if it counts it.
INLINE int add_to(uint8_t *pile, uint8_t *count, Player *p, int held) {
    int slot = (int)below((uint32_t)held + 1), takes = slot < held;
    pile[*count] = p->hand[slot];
    *count = (uint8_t)(*count + takes);
    p->hand[slot] = p->hand[held - takes];
    return held - takes;
}

// The tile of four and five players that lets its owner choose: obelisk, tomb or none.
INLINE int add_to_either(Player *p, int held) {
    int choice = (int)below(2 * (uint32_t)held + 1), takes = choice < 2 * held, in_tomb = choice >= held;
    int slot = takes ? choice - (in_tomb ? held : 0) : held;
    p->obelisk[p->raised] = p->tomb[p->buried] = p->hand[slot];
    p->raised = (uint8_t)(p->raised + !in_tomb);
    p->buried = (uint8_t)(p->buried + (takes & in_tomb));
    p->hand[slot] = p->hand[held - takes];
    return held - takes;
}

// One seat's part of a round, with two new cards in its hand; returns its decisions.
INLINE int act(Player *p, int tile, int tiles, int is_last_round) {
    int held = build(p, p->held + 2), moves = 2;
    if (tiles == 5 && tile == 3) {
        held = add_to_either(p, held);
    } else {
        moves -= tile < 2;
        if (tile >= 2) held = add_to(p->obelisk, &p->raised, p, held);
        if (tile == 1 || tile == tiles - 1) {
            moves += held > 0;
            held = add_to(p->tomb, &p->buried, p, held);
        }
    }
    if (!is_last_round) {
        moves += held > 1;
        p->hand[0] = p->hand[below((uint32_t)held)];
        held = held > 1 ? 1 : held;
    }
    p->held = (uint8_t)held;
    return moves;
}

INLINE int play_rounds(const int players) {
    const int tiles = players < 4 ? 4 : 5;
    int starter = first_starter, aside = first_aside, moves = 0;
    const uint8_t *pairs = deck + players; // of this round
    for (int i = 0; i < players; i++) {
        Player *p = seats + i;
        p->hand[0] = deck[i];
        p->held = 1;
        p->raised = p->buried = 0;
        p->shape = 0;
    }
    for (int round = 1; round <= ROUNDS; round++, pairs += 2 * players) {
        uint32_t free = (1u << tiles) - 1, left = (1u << players) - 1;
        uint8_t owner[8];
        if (players == 2) { free &= ~(1u << aside); aside = (aside + 1) % 4; }
        uint32_t taken = free;
        int tiles_here = tiles - (players == 2);
        for (int i = 0, seat = starter; i < players; i++, seat = seat + 1 == players ? 0 : seat + 1) {
            int tile = nth_bit(free, (int)below((uint32_t)(tiles_here - i)));
            free ^= 1u << tile;
            owner[tile] = (uint8_t)seat;
        }
        moves += players - (players == tiles); // the last of all tiles is no decision
        taken ^= free;
        for (int choices = players; choices; choices--, taken &= taken - 1) {
            int tile = lowest_bit(taken);
            int pair = nth_bit(left, (int)below((uint32_t)choices));
            Player *p = seats + owner[tile];
            left ^= 1u << pair;
            p->hand[p->held] = pairs[2 * pair];
            p->hand[p->held + 1] = pairs[2 * pair + 1];
            moves += (choices > 1) + act(p, tile, tiles, round == ROUNDS);
        }
        starter = starter + 1 == players ? 0 : starter + 1;
    }
    return moves;
}

static int play(int players) {
    switch (players) { // so that the compiler knows the number
    case 2: return play_rounds(2);
    case 3: return play_rounds(3);
    case 4: return play_rounds(4);
    default: return play_rounds(5);
    }
}

// The points. These are not timed.

typedef struct { int count, colour[40], group[40]; } Stones;

static void join(Stones *stones, int a, int b) {
    if (a < 0 || b < 0 || stones->colour[a] != stones->colour[b]) return;
    int from = stones->group[b], to = stones->group[a];
    for (int i = 0; i < stones->count; i++)
        if (stones->group[i] == from) stones->group[i] = to;
}

static int pyramid_points(const Player *p) {
    Stones stones = {0};
    int at[9][17], size[40] = {0}, best[COLOURS] = {0}, sum = 0, most = 0, least = 99;
    memset(at, -1, sizeof at);
    for (uint32_t cells = cells_of[p->shape]; cells; cells &= cells - 1) {
        int cell = lowest_bit(cells), level = cell / 8, card = p->pyramid[cell];
        for (int column = 0; column < 2; column++)
            for (int half = 0; half < 2; half++) {
                if (!half || !TALL[card][column]) {
                    stones.colour[stones.count] = STONES[card][column][half];
                    stones.group[stones.count] = stones.count;
                    stones.count++;
                }
                at[2 * level + half][level + 2 * (cell % 8) + column] = stones.count - 1;
            }
    }
    for (int y = 0; y < 8; y++)
        for (int x = 0; x < 16; x++) { join(&stones, at[y][x], at[y][x + 1]); join(&stones, at[y][x], at[y + 1][x]); }
    for (int i = 0; i < stones.count; i++) {
        int now = ++size[stones.group[i]];
        if (now > best[stones.colour[i]]) best[stones.colour[i]] = now;
    }
    for (int colour = 0; colour < COLOURS; colour++) {
        sum += best[colour];
        if (best[colour] > most) most = best[colour];
        if (best[colour] < least) least = best[colour];
    }
    return sum + most + (least >= 3 ? 10 : 0);
}

static int has_colour(int card, int colour) {
    return STONES[card][0][0] == colour || STONES[card][0][1] == colour || STONES[card][1][0] == colour ||
           STONES[card][1][1] == colour;
}

static int obelisk_points(const Player *p) {
    int most = 0;
    for (int colour = 0; colour < COLOURS; colour++) {
        int levels = 0;
        for (int i = 0; i < p->raised; i++) levels += has_colour(p->obelisk[i], colour);
        if (levels > most) most = levels;
    }
    return most > 5 ? 15 : most * (most + 1) / 2;
}

static int glyph_points(const Player *p) {
    int matches = 0;
    for (uint32_t cells = cells_of[p->shape]; cells; cells &= cells - 1)
        matches += GLYPH[p->pyramid[lowest_bit(cells)]] == PYRAMID;
    for (int i = 0; i < p->raised; i++) matches += GLYPH[p->obelisk[i]] == OBELISK;
    for (int i = 0; i < p->buried; i++) matches += GLYPH[p->tomb[i]] == TOMB;
    return 2 * matches;
}

static int stones_in_tomb(const Player *p, int colour) {
    int stones = 0;
    for (int i = 0; i < p->buried; i++)
        for (int column = 0; column < 2; column++)
            for (int half = 0; half < 2 - TALL[p->tomb[i]][column]; half++)
                stones += STONES[p->tomb[i]][column][half] == colour;
    return stones;
}

static int points(int players) {
    int sum = 0;
    for (int i = 0; i < players; i++)
        sum += pyramid_points(seats + i) + obelisk_points(seats + i) + glyph_points(seats + i);
    for (int colour = 0; colour < COLOURS; colour++) {
        int most = 0, owners = 0;
        for (int i = 0; i < players; i++) {
            int stones = stones_in_tomb(seats + i, colour);
            owners = stones > most ? 1 : owners + (stones == most && most);
            if (stones > most) most = stones;
        }
        sum += owners == 1 ? 5 : 0; // only if nobody else has as many
    }
    return sum;
}

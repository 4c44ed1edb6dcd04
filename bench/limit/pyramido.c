// Random games of Pyramido, written for speed alone. Lays are drawn from sets of places, without listing them.
// A pyramid seen from above is two vectors, the even and the odd rows of quarters (12 bits a row), with a lane for each
// colour and one for the jewels: all areas of a stage are flooded at once.
#include "limit.h"

enum { JEWELS = COLOURS, LANES = 8, SIDE = 5, PLACES = 64, ALL_CARDS = (1 << CARDS) - 1 };

typedef uint64_t Lanes __attribute__((vector_size(8 * LANES)));
typedef struct { Lanes even, odd; } Rows;

typedef struct {
    Rows blocks, marks; // marks: the blocks with a marker
    uint64_t taken; // places of this stage
    int rows, columns; // of the first stage
    int cards, marked, turns, points;
} Seat;

static Seat seats[4];
static uint8_t deck[DOMINOES], quarry[QUARRY];
static int low[STACKS], high[STACKS]; // a stack is deck[low] … deck[high - 1], the top last
static int seat_count, lost, starter, moves;

// A place is row and column of a block as a bit: 8 * (row + 2) + column + 2. The first stage grows to all sides.
static uint64_t field[SIDE + 1][SIDE + 1]; // all places, by rows and columns
static uint64_t inside[SIDE + 1][SIDE + 1][2]; // the first places of dominoes that lie in it: across, down
static uint64_t room[SIDE + 1][SIDE + 1][2]; // the same where it may still grow
static uint8_t quarter_at[STAGES][PLACES]; // 12 * row + column of a block's first quarter, in its vector
static Lanes lane[LANES];

static int least(int a, int b) { return a < b ? a : b; }
static int most(int a, int b) { return a > b ? a : b; }
static int place_of(int row, int column) { return 8 * (row + 2) + column + 2; }

static int may_grow(int rows, int columns, int row, int column, int down) {
    if (!rows) return !down && !row && !column; // the first domino of a pyramid lies across
    int height = most(row + down, rows - 1) - least(row, 0) + 1;
    int width = most(column + !down, columns - 1) - least(column, 0) + 1;
    return most(height, width) <= SIDE && least(height, width) < SIDE;
}

static void find_places(int rows, int columns) {
    for (int row = -2; row < SIDE; row++)
        for (int column = -2; column < SIDE; column++) {
            uint64_t bit = 1ull << place_of(row, column);
            int within = row >= 0 && column >= 0;
            if (within && row < rows && column < columns) field[rows][columns] |= bit;
            for (int down = 0; down < 2; down++) {
                int last_row = row + down, last_column = column + !down;
                if (within && last_row < rows && last_column < columns) inside[rows][columns][down] |= bit;
                if (most(last_row, last_column) < SIDE && may_grow(rows, columns, row, column, down))
                    room[rows][columns][down] |= bit;
            }
        }
}

static void set_up_tables(void) {
    for (int k = 0; k < LANES; k++) lane[k][k] = ~0ull;
    for (int rows = 0; rows <= SIDE; rows++)
        for (int columns = 0; columns <= SIDE; columns++) find_places(rows, columns);
    for (int stage = 0; stage < STAGES; stage++)
        for (int row = 0; row < SIDE - stage; row++)
            for (int column = 0; column < SIDE - stage; column++)
                quarter_at[stage][place_of(row, column)] = (uint8_t)(12 * (row + stage / 2) + 2 * column + stage);
}

static void deal(int players) {
    if (!lane[0][0]) set_up_tables();
    seat_count = players;
    shuffle(deck, DOMINOES);
}

static int points(int players) {
    int sum = 0;
    for (int i = 0; i < players; i++) sum += seats[i].points;
    return sum;
}

// The quarters of a block in both vectors. A block of an odd stage begins in an odd row.
INLINE uint64_t even_rows(int stage, uint64_t upper, uint64_t lower) { return stage & 1 ? lower << 12 : upper; }
INLINE uint64_t odd_rows(int stage, uint64_t upper, uint64_t lower) { return stage & 1 ? upper : lower; }

INLINE void put(Seat *s, int stage, int at, int colour, uint64_t jewels) {
    uint64_t block = 3ull << at, upper = (jewels & 3) << at, lower = (jewels >> 2) << at;
    uint64_t even = even_rows(stage, block, block), odd = odd_rows(stage, block, block);
    s->blocks.even = (s->blocks.even & ~even) | (lane[colour] & even) | (lane[JEWELS] & even_rows(stage, upper, lower));
    s->blocks.odd = (s->blocks.odd & ~odd) | (lane[colour] & odd) | (lane[JEWELS] & odd_rows(stage, upper, lower));
}

// A marker on a block, if `any` is 1.
INLINE void mark(Seat *s, int stage, int at, int colour, int any) {
    uint64_t block = (uint64_t)(3 * any) << at;
    s->marked |= any << colour;
    s->marks.even |= lane[colour] & even_rows(stage, block, block);
    s->marks.odd |= lane[colour] & odd_rows(stage, block, block);
}

INLINE int are_equal(Lanes a, Lanes b) {
    Lanes other = a ^ b;
    return !(other[0] | other[1] | other[2] | other[3] | other[4] | other[5]);
}

// The jewels of the areas with a marker, and those of the poorest colour again.
static int stage_points(const Seat *s) {
    Lanes even = s->marks.even, odd = s->marks.odd;
    for (;;) {
        Lanes beside_even = (even << 1) | (even >> 1) | odd | (odd << 12);
        Lanes beside_odd = (odd << 1) | (odd >> 1) | even | (even >> 12);
        Lanes more_even = even | (beside_even & s->blocks.even), more_odd = odd | (beside_odd & s->blocks.odd);
        int is_done = are_equal(more_even, even) && are_equal(more_odd, odd);
        even = more_even;
        odd = more_odd;
        if (is_done) break;
    }
    even &= s->blocks.even[JEWELS];
    odd &= s->blocks.odd[JEWELS];
    int sum = 0, poorest = 100;
    for (int colour = 0; colour < COLOURS; colour++) {
        int jewels = count_bits(even[colour]) + count_bits(odd[colour]);
        sum += jewels;
        if (s->marked >> colour & 1) poorest = least(poorest, jewels);
    }
    return sum + poorest;
}

INLINE int seat_after(int i) {
    do i = i + 1 == seat_count ? 0 : i + 1; while (lost >> i & 1);
    return i;
}

// The first places of dominoes: across, down.
INLINE void find_lays(const Seat *s, int stage, uint64_t lays[2]) {
    uint64_t taken = s->taken, free = ~taken;
    const uint64_t *bounds = stage ? inside[s->rows - stage][s->columns - stage] : room[s->rows][s->columns];
    lays[0] = free & free >> 1 & bounds[0];
    lays[1] = free & free >> 8 & bounds[1];
    if (!stage && taken) {
        uint64_t beside = taken << 1 | taken >> 1 | taken << 8 | taken >> 8;
        lays[0] &= beside | beside >> 1;
        lays[1] &= beside | beside >> 8;
    }
}

// The upper or left border of the first stage moves when a domino lies beyond it. Returns the shift of places.
INLINE int grow(Seat *s, int first, int last) {
    int up = most(0, 2 - first / 8), aside = most(0, 2 - first % 8), quarters = 12 * up + 2 * aside;
    s->rows = most(s->rows, last / 8 - 1) + up;
    s->columns = most(s->columns, last % 8 - 1) + aside;
    s->taken <<= 8 * up + aside;
    s->blocks.even <<= quarters;
    s->blocks.odd <<= quarters;
    s->marks.even <<= quarters;
    s->marks.odd <<= quarters;
    return 8 * up + aside;
}

// The quarry is filled from one of the two stacks beside the gap; an empty stack gets half of the tallest one.
INLINE void refill(int gap, int right) {
    int stack = gap + right, tallest = 0;
    quarry[gap] = deck[--high[stack]];
    if (__builtin_expect(high[stack] > low[stack], 1)) return;
    for (int k = 1; k < STACKS; k++)
        if (high[k] - low[k] > high[tallest] - low[tallest]) tallest = k;
    int middle = low[tallest] + (high[tallest] - low[tallest]) / 2;
    low[stack] = low[tallest];
    high[stack] = low[tallest] = middle;
}

// A card onto one of two blocks, or none. `ends`: the blocks that may be covered, as a set.
INLINE void cover(Seat *s, int stage, const int at[2], int ends, uint32_t bits) {
    int sides = 8 * count_bits((uint64_t)s->cards);
    int choice = (int)part(bits, (uint32_t)(1 + count_bits((uint64_t)ends) * sides)) - 1;
    moves++;
    if (choice < 0) return;
    int end = ends == 3 ? choice >= sides : ends >> 1;
    if (choice >= sides) choice -= sides;
    int card = nth_bit((uint64_t)s->cards, choice >> 3), colour = 2 * card + (choice >> 2 & 1);
    s->cards &= ~(1 << card);
    put(s, stage, at[end], colour, 1u << (choice & 3));
    mark(s, stage, at[end], colour, ~s->marked >> colour & 1);
}

// A turn: a domino of the quarry with its place, a marker, a card, a new domino.
INLINE void lay(Seat *s, int stage, const uint64_t lays[2]) {
    uint64_t bits = chance(); // 32 for the lay, 28 for the card, one each for the marker and the stack
    int ways[QUARRY], all = 0, across = count_bits(lays[0]);
    for (int k = 0; k < QUARRY; k++) all += ways[k] = stage || s->taken ? TURNS_OF[quarry[k]] / 2 : 1;
    uint64_t scaled = (bits >> 32) * (uint64_t)all;
    int way = (int)(scaled >> 32), choice = (int)part((uint32_t)scaled, (uint32_t)(across + count_bits(lays[1])));
    int down = choice >= across, first = nth_bit(lays[down], choice - (down ? across : 0));
    int last = first + (down ? 8 : 1), gap = (way >= ways[0]) + (way >= ways[0] + ways[1]);
    int half_turn = way - (gap > 0 ? ways[0] : 0) - (gap > 1 ? ways[1] : 0), turn = down + 2 * half_turn;
    if (!stage) { int shift = grow(s, first, last); first += shift; last += shift; }
    s->taken |= 1ull << first | 1ull << last;

    const uint8_t *colours = COLOUR[quarry[gap]];
    const int at[2] = {quarter_at[stage][half_turn ? last : first], quarter_at[stage][half_turn ? first : last]};
    for (int end = 0; end < 2; end++) put(s, stage, at[end], colours[end], JEWELS_OF[quarry[gap]][end][turn]);
    int left_free = ~s->marked >> colours[0] & 1, right_free = ~s->marked >> colours[1] & 1;
    int is_choice = left_free & right_free, marked_end = is_choice ? (int)(bits & 1) : right_free;
    int any = left_free | right_free;
    mark(s, stage, at[marked_end], colours[marked_end], any);
    moves += 2 + is_choice;
    if (s->cards) cover(s, stage, at, any ? 1 << !marked_end : 3, (uint32_t)bits & ~15u);
    refill(gap, bits >> 1 & 1);
    s->turns++;
}

// Without room for a domino: two cards fill what is left of a layer, or the seat has lost. Returns 0 at the end of the match.
static int fill_with_cards(int i, int stage) {
    Seat *s = seats + i;
    if (2 * (TURNS[stage] - s->turns) > count_bits((uint64_t)s->cards)) {
        lost |= 1 << i;
        int next = seat_after(i);
        return seat_after(next) != next;
    }
    for (uint64_t gaps = field[s->rows - stage][s->columns - stage] & ~s->taken; gaps; gaps &= gaps - 1) {
        int choice = (int)below(8u * (uint32_t)count_bits((uint64_t)s->cards)), card = nth_bit((uint64_t)s->cards, choice >> 3);
        put(s, stage, quarter_at[stage][lowest_bit(gaps)], 2 * card + (choice >> 2 & 1), 1u << (choice & 3));
        s->cards &= ~(1 << card);
        moves++;
    }
    s->turns++;
    return 1;
}

// The next stage begins with the seat that got the fewest points.
static void score_stage(void) {
    int fewest = 1000, next = starter;
    for (int k = 0; k < seat_count; k++) {
        int i = (starter + k) % seat_count;
        Seat *s = seats + i;
        if (lost >> i & 1) continue;
        int gained = stage_points(s);
        s->points += gained;
        if (gained < fewest) { fewest = gained; next = i; }
        s->marks = (Rows){0};
        s->taken = 0;
        s->marked = s->turns = 0;
    }
    starter = next;
}

INLINE int play_stage(const int stage) { // returns 0 at the end of the match
    for (int i = starter; seats[i].turns < TURNS[stage]; i = seat_after(i)) {
        uint64_t lays[2];
        find_lays(seats + i, stage, lays);
        if (__builtin_expect((lays[0] | lays[1]) != 0, 1)) lay(seats + i, stage, lays);
        else if (!fill_with_cards(i, stage)) return 0;
    }
    score_stage();
    return 1;
}

static int play(int players) {
    memset(seats, 0, sizeof seats);
    for (int i = 0; i < players; i++) seats[i].cards = ALL_CARDS;
    memcpy(quarry, deck, sizeof quarry);
    for (int k = 0; k < STACKS; k++) {
        low[k] = QUARRY + TALLEST * k;
        high[k] = least(low[k] + TALLEST, DOMINOES);
    }
    lost = starter = moves = 0;
    if (play_stage(0) && play_stage(1) && play_stage(2)) play_stage(3);
    return moves;
}

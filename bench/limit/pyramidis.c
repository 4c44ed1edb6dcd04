// Random games of Pyramidis, written for speed alone. A move is drawn without listing the others.
#include "limit.h"

typedef struct {
    uint32_t stack[FIELDS]; // the colours, four bits each, the lowest piece first
    uint8_t height[FIELDS];
    uint32_t controlled[COLOURS]; // fields, by the colour of the top piece
    uint32_t towers; // fields
    int home[COLOURS], turn, winner;
} State;

static State s;

static void deal(int players) { (void)players; }

static int points(int players) {
    (void)players;
    return s.home[0] + s.home[1] + s.home[2] + s.home[3];
}

INLINE int top(int field) { return s.stack[field] >> (4 * s.height[field] - 4) & 15; }

INLINE void come_home(int colour) {
    if (++s.home[colour] == HOME_TO_WIN && s.winner < 0) s.winner = colour;
}

INLINE void drop(int field, int colour) {
    if (field == GOAL[colour]) { come_home(colour); return; }
    int height = s.height[field];
    if (height) s.controlled[top(field)] &= ~(1u << field);
    s.stack[field] |= (uint32_t)colour << 4 * height;
    s.height[field] = (uint8_t)(height + 1);
    s.towers |= (uint32_t)(height + 1 >= TOWER) << field;
    s.controlled[colour] |= 1u << field;
}

// Takes the upper pieces of a stack; the lowest of them comes first.
INLINE uint64_t take(int field, int count, int colour) {
    int rest = s.height[field] - count;
    uint32_t bit = 1u << field;
    uint64_t hand = (uint64_t)s.stack[field] >> 4 * rest;
    s.stack[field] &= (uint32_t)((1ull << 4 * rest) - 1);
    s.height[field] = (uint8_t)rest;
    s.controlled[colour] &= ~bit;
    if (rest) s.controlled[top(field)] |= bit;
    if (rest < TOWER) s.towers &= ~bit;
    return hand;
}

// The own pieces of a hand that reaches the goal are home; the others go on.
INLINE int others_of(uint64_t *hand, int count, int colour) {
    uint64_t others = 0;
    int kept = 0;
    for (int i = 0; i < count; i++) {
        int piece = *hand >> 4 * i & 15;
        if (piece == colour) come_home(colour);
        else others |= (uint64_t)piece << 4 * kept++;
    }
    *hand = others;
    return kept;
}

INLINE void move(int colour, int field, int count) {
    uint64_t hand = take(field, count, colour);
    while (count) {
        do field = NEXT[colour][field]; while (s.towers >> field & 1);
        if (field == GOAL[colour]) { count = others_of(&hand, count, colour); continue; }
        drop(field, hand & 15);
        hand >>= 4;
        count--;
    }
}

static void set_up(int players) {
    memset(&s, 0, sizeof s);
    s.winner = -1;
    for (int colour = 0; colour < COLOURS; colour += COLOURS / players) {
        int field = START[colour];
        s.stack[field] = 0x11111111u * (uint32_t)colour;
        s.height[field] = PIECES;
        s.controlled[colour] = 1u << field;
        s.towers |= 1u << field;
    }
}

static int play(int players) {
    int moves = 0, limit = players == 2 ? MOVE_LIMIT_2 : MOVE_LIMIT_4;
    set_up(players);
    while (s.winner < 0 && moves < limit) {
        int me = s.turn, start = START[me], height = s.height[start];
        uint32_t elsewhere = s.controlled[me] & ~(1u << start);
        int from_start = s.controlled[me] >> start & 1 ? (height < MOST_TAKEN ? height : MOST_TAKEN) : 0;
        int choice = (int)below((uint32_t)(from_start + count_bits(elsewhere)));
        if (choice < from_start) move(me, start, choice + 1);
        else {
            int field = nth_bit(elsewhere, choice - from_start);
            move(me, field, s.height[field]);
        }
        moves++;
        for (int i = 0; i < players; i++) {
            s.turn = (s.turn + COLOURS / players) % COLOURS;
            if (s.controlled[s.turn]) break;
        }
    }
    return moves;
}

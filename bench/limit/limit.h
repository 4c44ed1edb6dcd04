// What the programs of this folder have in common: chance, sets as bits, and `main`.
//
// Each game defines `deal`, `play` and `points`. `play` plays one random game from the last deal: it makes the decisions
// of our kernels, each drawn uniformly from the legal moves, and does nothing else. box.h holds the tables of the game:
// `bench.limit` writes it from `benben.games`.
//
// program PLAYERS DEALS GAMES: GAMES from each deal, and one more that is not timed. It prints the moves of the
// timed games and their CPU seconds; then of the others the mean and variance of the length and of the points of all seats.

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif

#include "box.h"

#define INLINE static inline __attribute__((always_inline))

static void deal(int players);
static int play(int players); // the number of moves
static int points(int players); // of all seats together, after `play`

static uint64_t chance_state = 88172645463325252u;

// 64 random bits (wyrand).
INLINE uint64_t chance(void) {
    chance_state += 0xa0761d6478bd642full;
    unsigned __int128 product = (unsigned __int128)chance_state * (chance_state ^ 0xe7037ed1a0b428dbull);
    return (uint64_t)(product >> 64) ^ (uint64_t)product;
}

// One of the numbers 0 … n - 1, from 32 random bits.
INLINE uint32_t part(uint32_t bits, uint32_t n) { return (uint32_t)((uint64_t)bits * n >> 32); }

INLINE uint32_t below(uint32_t n) { return part((uint32_t)(chance() >> 32), n); }

INLINE int lowest_bit(uint64_t bits) { return __builtin_ctzll(bits); }

INLINE int count_bits(uint64_t bits) { return __builtin_popcountll(bits); }

// The number of a set with n lesser ones in it.
INLINE int nth_bit(uint64_t bits, int n) {
#ifdef __BMI2__
    return lowest_bit(_pdep_u64(1ull << n, bits));
#else
    while (n--) bits &= bits - 1;
    return lowest_bit(bits);
#endif
}

static inline void shuffle(uint8_t *cards, int count) {
    for (int i = 0; i < count; i++) cards[i] = (uint8_t)i;
    for (int i = count - 1; i > 0; i--) {
        uint32_t j = below((uint32_t)i + 1);
        uint8_t card = cards[i];
        cards[i] = cards[j];
        cards[j] = card;
    }
}

typedef struct { double sum, squares; } Tally;

static void add(Tally *tally, double value) { tally->sum += value; tally->squares += value * value; }

static void print_tally(const Tally *tally, long count) {
    double mean = tally->sum / count;
    printf(" %.6f %.6f", mean, tally->squares / count - mean * mean);
}

static double cpu_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec + 1e-9 * now.tv_nsec;
}

int main(int count, char **arguments) {
    if (count != 4) { fprintf(stderr, "usage: %s PLAYERS DEALS GAMES\n", arguments[0]); return 2; }
    int players = atoi(arguments[1]);
    long deals = atol(arguments[2]), games = atol(arguments[3]), moves = 0;
    double seconds = 0;
    Tally length = {0, 0}, total = {0, 0};
    for (long i = 0; i < deals; i++) {
        deal(players);
        add(&length, play(players));
        add(&total, points(players));
        double start = cpu_seconds();
        for (long game = 0; game < games; game++) moves += play(players);
        seconds += cpu_seconds() - start;
    }
    printf("%ld %.6f", moves, seconds);
    print_tally(&length, deals);
    print_tally(&total, deals);
    puts("");
    return 0;
}

/** A stream of random numbers that anybody can repeat from its seed. */
export type RandomSource = {
  /** The next whole number from 0 to 2^32 − 1. */
  readonly nextUint32: () => number
  /** A whole number from 0 to `count − 1`; off from equal chances by less than `count` / 2^32. */
  readonly nextIndex: (count: number) => number
}

/** The state of the generator: four whole numbers under 2^32, not all of them 0. */
export type RandomState = readonly [number, number, number, number]

/**
 * A random source for a whole number, of which the low 32 bits count. The same seed gives the same stream on every
 * machine. Neighbouring seeds give unrelated streams, because splitmix32 spreads the seed over the state.
 */
export function createSeededRandom(seed: number): RandomSource {
  const next = createSplitmix32(seed)
  return createRandomFromState([next(), next(), next(), next()])
}

/** The generator xoshiro128** 1.1 by Blackman and Vigna (https://prng.di.unimi.it/xoshiro128starstar.c). */
export function createRandomFromState(state: RandomState): RandomSource {
  let [first, second, third, fourth] = state
  function drawUint32(): number {
    const result = Math.imul(rotateLeft(Math.imul(second, 5), 7), 9) >>> 0
    const shifted = second << 9
    third ^= first
    fourth ^= second
    second ^= third
    first ^= fourth
    third ^= shifted
    fourth = rotateLeft(fourth, 11)
    return result
  }
  return { nextUint32: drawUint32, nextIndex: (count) => Math.floor((drawUint32() / 2 ** 32) * count) }
}

function rotateLeft(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits))
}

/** A Weyl sequence through the finalizer of least bias in https://github.com/skeeto/hash-prospector. */
function createSplitmix32(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x9e3779b9) | 0
    let mixed = state ^ (state >>> 16)
    mixed = Math.imul(mixed, 0x21f0aaad)
    mixed ^= mixed >>> 15
    mixed = Math.imul(mixed, 0xd35a2d97)
    return (mixed ^ (mixed >>> 15)) >>> 0
  }
}

/** A network of the llama kind that is small enough to be computed by hand: sizes, weights, and the tokens it knows. */
export type TinyLlama = {
  readonly tensors: readonly Tensor[]
  readonly vocabulary: readonly string[]
}

/** Weights in rows of `shape[0]` numbers, as GGUF files hold them. */
export type Tensor = {
  readonly name: string
  readonly shape: readonly number[]
  readonly values: Float32Array
}

export const tinySizes = {
  layers: 2,
  width: 32,
  heads: 2,
  feedForward: 64,
  contextTokens: 2048,
  epsilon: 1e-5,
  ropeBase: 10_000,
} as const

const { layers, width, heads, feedForward, epsilon, ropeBase } = tinySizes

/** What is unknown, the beginning, the end, and every byte; the sign that stands for a space, and some words. */
const vocabulary = [
  '<unk>',
  '<s>',
  '</s>',
  ...Array.from({ length: 256 }, (_, byte) => `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`),
  '▁',
  ...Array.from('abcdefghijklmnopqrstuvwxyz./'),
  're',
  'ad',
  'read',
]

/** Random weights by a seed: normal ones, scaled so that probabilities differ clearly and stay away from 0. */
export function makeTinyLlama(seed: number): TinyLlama {
  const random = uniform(seed)
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const tensor = (name: string, shape: readonly number[], draw: () => number): Tensor => ({
    name,
    shape,
    values: Float32Array.from({ length: shape.reduce((product, size) => product * size, 1) }, draw),
  })
  const matrix = (name: string, columns: number, rows: number): Tensor =>
    tensor(name, [columns, rows], () => normal() / Math.sqrt(columns))
  const gain = (name: string): Tensor => tensor(name, [width], () => 1 + 0.1 * normal())
  const blocks = Array.from({ length: layers }, (_, layer) => [
    gain(`blk.${layer}.attn_norm.weight`),
    ...['attn_q', 'attn_k', 'attn_v', 'attn_output'].map((name) =>
      matrix(`blk.${layer}.${name}.weight`, width, width),
    ),
    gain(`blk.${layer}.ffn_norm.weight`),
    matrix(`blk.${layer}.ffn_gate.weight`, width, feedForward),
    matrix(`blk.${layer}.ffn_up.weight`, width, feedForward),
    matrix(`blk.${layer}.ffn_down.weight`, feedForward, width),
  ])
  const tensors = [
    matrix('token_embd.weight', width, vocabulary.length),
    ...blocks.flat(),
    gain('output_norm.weight'),
    matrix('output.weight', width, vocabulary.length),
  ]
  return { tensors, vocabulary }
}

/** Of each token after the first: the natural logarithm of its probability after those before it. */
export function tinyLogProbabilities({ tensors }: TinyLlama, tokens: readonly number[]): number[] {
  const weights = new Map(tensors.map((tensor) => [tensor.name, tensor]))
  const of = (name: string): Tensor => weights.get(`${name}.weight`) ?? unknown(name)
  let states = tokens.map((token) => row(of('token_embd'), token))
  for (let layer = 0; layer < layers; layer += 1) {
    const own = (name: string): Tensor => of(`blk.${layer}.${name}`)
    states = attend(states, own)
    states = states.map((state) => {
      const input = normalised(state, own('ffn_norm'))
      const up = times(own('ffn_up'), input)
      const gated = times(own('ffn_gate'), input).map((x, at) => (x / (1 + Math.exp(-x))) * (up[at] ?? 0))
      return plus(state, times(own('ffn_down'), gated))
    })
  }
  return tokens.slice(1).map((next, at) => {
    const logits = times(of('output'), normalised(states[at] ?? [], of('output_norm')))
    const largest = Math.max(...logits)
    const total = logits.reduce((sum, logit) => sum + Math.exp(logit - largest), 0)
    return (logits[next] ?? 0) - largest - Math.log(total)
  })
}

function attend(states: readonly number[][], own: (name: string) => Tensor): number[][] {
  const size = width / heads
  const inputs = states.map((state) => normalised(state, own('attn_norm')))
  const queries = inputs.map((input, at) => turned(times(own('attn_q'), input), at))
  const keys = inputs.map((input, at) => turned(times(own('attn_k'), input), at))
  const values = inputs.map((input) => times(own('attn_v'), input))
  return states.map((state, at) => {
    const mixed = Array.from({ length: heads }, (_, head) => {
      const part = (vector: readonly number[] | undefined) =>
        (vector ?? []).slice(head * size, (head + 1) * size)
      const scores = keys.slice(0, at + 1).map((key) => dot(part(queries[at]), part(key)) / Math.sqrt(size))
      const largest = Math.max(...scores)
      const shares = scores.map((score) => Math.exp(score - largest))
      const total = shares.reduce((sum, share) => sum + share, 0)
      return Array.from({ length: size }, (_, place) =>
        shares.reduce((sum, share, index) => sum + (share / total) * (part(values[index])[place] ?? 0), 0),
      )
    })
    return plus(state, times(own('attn_output'), mixed.flat()))
  })
}

/** Rotary positions: neighbouring pairs of each head are turned. */
function turned(vector: readonly number[], position: number): number[] {
  const size = width / heads
  const result = [...vector]
  for (let at = 0; at < width; at += 2) {
    const angle = position * ropeBase ** (-(at % size) / size)
    const [x, y] = [vector[at] ?? 0, vector[at + 1] ?? 0]
    result[at] = x * Math.cos(angle) - y * Math.sin(angle)
    result[at + 1] = x * Math.sin(angle) + y * Math.cos(angle)
  }
  return result
}

function normalised(vector: readonly number[], gain: Tensor): number[] {
  const mean = dot(vector, vector) / vector.length
  return vector.map((x, at) => (x / Math.sqrt(mean + epsilon)) * (gain.values[at] ?? 0))
}

function times(matrix: Tensor, vector: readonly number[]): number[] {
  return Array.from({ length: matrix.shape[1] ?? 0 }, (_, at) => dot(row(matrix, at), vector))
}

function row({ shape: [columns = 0], values }: Tensor, at: number): number[] {
  return [...values.subarray(at * columns, (at + 1) * columns)]
}

function plus(a: readonly number[], b: readonly number[]): number[] {
  return a.map((x, at) => x + (b[at] ?? 0))
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, x, at) => sum + x * (b[at] ?? 0), 0)
}

function unknown(name: string): never {
  throw new Error(`There is no tensor ${name}.`)
}

/** Mulberry32: from 0 up to, but not including, 1. */
function uniform(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

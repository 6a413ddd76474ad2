import { tinySizes, type TinyLlama } from './tiny-llama.ts'

/** Numbers of the types of GGUF's metadata. */
const types = { uint32: 4, int32: 5, float32: 6, boolean: 7, string: 8, array: 9 } as const
/** Tensors begin at multiples of so many bytes. */
const alignment = 32

/** Kinds of tokens as llama.cpp numbers them. */
const kinds = { normal: 1, unknown: 2, control: 3, byte: 6 } as const

type Metadata = readonly (readonly [key: string, value: Buffer])[]

/** A GGUF file (version 3, 32-bit floats) of a tiny network, with a tokenizer that splits into words and bytes. */
export function buildGguf({ tensors, vocabulary }: TinyLlama): Buffer {
  const metadata = buildMetadata(vocabulary)
  const head = [
    Buffer.from('GGUF'),
    uint32(3),
    uint64(tensors.length),
    uint64(metadata.length),
    ...metadata.flatMap(([key, value]) => [text(key), value]),
  ]
  let offset = 0
  const data: Buffer[] = []
  for (const { name, shape, values } of tensors) {
    const floatType = 0
    head.push(text(name), uint32(shape.length), ...shape.map(uint64), uint32(floatType), uint64(offset))
    const bytes = padded(Buffer.from(values.buffer, values.byteOffset, values.byteLength))
    data.push(bytes)
    offset += bytes.length
  }
  return Buffer.concat([padded(Buffer.concat(head)), ...data])
}

function buildMetadata(vocabulary: readonly string[]): Metadata {
  const { layers, width, heads, feedForward, contextTokens, epsilon, ropeBase } = tinySizes
  const scores = vocabulary.map((token, index) =>
    classifyToken(token) === kinds.normal ? token.length * 10 - index / 1000 : 0,
  )
  return [
    ['general.architecture', string('llama')],
    ['general.name', string('tiny')],
    ['general.file_type', value('uint32', uint32(0))],
    ['llama.context_length', value('uint32', uint32(contextTokens))],
    ['llama.embedding_length', value('uint32', uint32(width))],
    ['llama.block_count', value('uint32', uint32(layers))],
    ['llama.feed_forward_length', value('uint32', uint32(feedForward))],
    ['llama.attention.head_count', value('uint32', uint32(heads))],
    ['llama.attention.head_count_kv', value('uint32', uint32(heads))],
    ['llama.attention.layer_norm_rms_epsilon', value('float32', float32(epsilon))],
    ['llama.rope.dimension_count', value('uint32', uint32(width / heads))],
    ['llama.rope.freq_base', value('float32', float32(ropeBase))],
    ['llama.vocab_size', value('uint32', uint32(vocabulary.length))],
    ['tokenizer.ggml.model', string('llama')],
    ['tokenizer.ggml.tokens', array('string', vocabulary.map(text))],
    ['tokenizer.ggml.scores', array('float32', scores.map(float32))],
    [
      'tokenizer.ggml.token_type',
      array(
        'int32',
        vocabulary.map((token) => uint32(classifyToken(token))),
      ),
    ],
    ['tokenizer.ggml.unknown_token_id', value('uint32', uint32(0))],
    ['tokenizer.ggml.bos_token_id', value('uint32', uint32(1))],
    ['tokenizer.ggml.eos_token_id', value('uint32', uint32(2))],
    ['tokenizer.ggml.add_bos_token', value('boolean', Buffer.from([1]))],
    ['tokenizer.ggml.add_space_prefix', value('boolean', Buffer.from([0]))],
  ]
}

function classifyToken(token: string): number {
  if (token === '<unk>') return kinds.unknown
  if (token === '<s>' || token === '</s>') return kinds.control
  return token.startsWith('<0x') ? kinds.byte : kinds.normal
}

function value(type: keyof typeof types, bytes: Buffer): Buffer {
  return Buffer.concat([uint32(types[type]), bytes])
}

function string(content: string): Buffer {
  return value('string', text(content))
}

function array(type: keyof typeof types, items: readonly Buffer[]): Buffer {
  return value('array', Buffer.concat([uint32(types[type]), uint64(items.length), ...items]))
}

function text(content: string): Buffer {
  const bytes = Buffer.from(content, 'utf8')
  return Buffer.concat([uint64(bytes.length), bytes])
}

function uint32(number: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(number)
  return bytes
}

function uint64(number: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(number))
  return bytes
}

function float32(number: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeFloatLE(number)
  return bytes
}

function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((alignment - (bytes.length % alignment)) % alignment)])
}

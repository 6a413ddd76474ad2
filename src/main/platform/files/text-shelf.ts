import { zstdCompressSync, constants } from 'node:zlib'
import { lightMark, lightObject } from '../../../shared/kernel/light-values.ts'
import { Recent } from '../../../shared/kernel/recent.ts'
import { unpackZstd } from './unpack.ts'

/**
 * The texts of a session of gigabytes do not fit into memory, and few of them are looked at at a time. Here they are kept
 * packed, outside of the heap, behind properties that read like any other: whoever asks for one has it unpacked.
 */

/** Shorter texts are not worth their place on the shelf, in characters. */
const leastChars = 200
/** Texts are packed together up to so many bytes, which are unpacked together. */
const frameBytes = 256 * 1024
/** Frames that are kept unpacked: histories are read from one message to the next. */
const mostFrames = 16
/** Characters of texts that are kept as they are after somebody asked for them. */
const mostChars = 16_000_000
/** Names of properties that can be put on the shelf; a file that has more was not written by an agent. */
const mostNames = 4096
/** Values that nest deeper keep their texts. */
const deepest = 20

/** Bytes of several texts; they are packed as soon as another frame is begun, and lie in `filling` until then. */
type Frame = { packed: Uint8Array | null; length: number }

/** Where a text is kept. What it stands in lives as long as somebody refers to it. */
type Place = { readonly frame: Frame; readonly start: number; readonly end: number }

type Name = { readonly place: symbol; readonly descriptor: PropertyDescriptor }

const frames = new Recent<Buffer, Frame>(mostFrames)
const names = new Map<string, Name>()
/** What was put or asked for last, in both directions: equal texts get one place. */
const texts = new Map<Place, string>()
const places = new Map<string, Place>()
let chars = 0
let current: Frame | null = null
/** One for all frames: of a session of gigabytes there are thousands, and what is freed is seldom given back to the system. */
let filling: Buffer = Buffer.alloc(0)

/**
 * The same JSON value with its long texts on the shelf; a value without any is given back as it is. It
 * reads, compares and is written as before, and each look at a long text unpacks it: take it once.
 */
export function lighten<T>(value: T): T {
  // A value of the same shape.
  return lightenValue(value, 0) as T
}

/** The same for a message, whose parts then are light as well wherever they are made. */
export function lightenMessage<T extends object>(message: T): T {
  if (lightMark in message) return message
  const light = lighten(message)
  // A copy, since whoever gave the message may hold it.
  const own = light === message ? { ...message } : light
  Object.defineProperty(own, lightMark, { value: lighten })
  return own
}

/** Characters of the long texts of a value that are not on the shelf. */
export function countHeldChars(value: unknown, depth = 0): number {
  if (typeof value === 'string') return value.length < leastChars ? 0 : value.length
  if (typeof value !== 'object' || value === null || depth > deepest || lightObject in value) return 0
  let sum = 0
  for (const inner of Object.values(value)) sum += countHeldChars(inner, depth + 1)
  return sum
}

/**
 * So many characters of a history are held as they are; one that has more is put on the shelf, as files of that size are
 * read. A history of 50 MB or of 100 takes less memory as it is, and half of the time.
 */
export const mostHeldChars = 128_000_000

function lightenValue(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth > deepest) return value
  if (Array.isArray(value)) {
    const list: readonly unknown[] = value
    const own = list.map((inner) => lightenValue(inner, depth + 1))
    return own.some((inner, index) => inner !== list[index]) ? own : value
  }
  // What is light already stays.
  if (lightObject in value || Object.hasOwn(value, '__proto__')) return value
  const light: object = {}
  let isLight = false
  for (const [key, inner] of Object.entries(value)) {
    const isLong = typeof inner === 'string' && inner.length >= leastChars && inner.isWellFormed()
    const name = isLong ? findName(key) : null
    if (name === null) {
      const own = lightenValue(inner, depth + 1)
      isLight ||= own !== inner
      Reflect.set(light, key, own)
    } else {
      isLight = true
      Reflect.defineProperty(light, key, name.descriptor)
      Reflect.defineProperty(light, name.place, { value: putText(String(inner)) })
    }
  }
  if (isLight) Reflect.defineProperty(light, lightObject, { value: true })
  return isLight ? light : value
}

/** The property that stands for a text of this name. They are shared: each has a shape of its own otherwise, and none is small. */
function findName(key: string): Name | null {
  const known = names.get(key)
  if (known !== undefined) return known
  if (names.size === mostNames) return null
  const place = Symbol(key)
  const name: Name = {
    place,
    descriptor: {
      enumerable: true,
      configurable: true,
      get(this: object) {
        // Only objects that have it are given the property.
        return readText(Reflect.get(this, place) as Place)
      },
    },
  }
  names.set(key, name)
  return name
}

function putText(text: string): Place {
  const known = places.get(text)
  if (known !== undefined) return known
  const place = shelve(text, Buffer.byteLength(text))
  remember(place, text)
  return place
}

function shelve(text: string, length: number): Place {
  if (length > frameBytes)
    return { frame: { packed: pack(Buffer.from(text)), length }, start: 0, end: length }
  const frame = findRoom(length)
  const start = frame.length
  frame.length += filling.write(text, start)
  return { frame, start, end: frame.length }
}

function findRoom(length: number): Frame {
  if (current !== null && current.length + length <= frameBytes) return current
  if (current === null) filling = Buffer.allocUnsafeSlow(frameBytes)
  else current.packed = pack(filling.subarray(0, current.length))
  current = { packed: null, length: 0 }
  return current
}

function pack(bytes: Buffer): Uint8Array {
  const packed = zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 1 } })
  // What the packer gives may lie in a buffer that is much larger.
  const own = Buffer.allocUnsafeSlow(packed.length)
  packed.copy(own)
  return own
}

function readText(place: Place): string {
  const known = texts.get(place)
  if (known !== undefined) {
    texts.delete(place)
    texts.set(place, known)
    return known
  }
  const { frame, start, end } = place
  const bytes =
    frame.packed === null
      ? filling
      : frame.length > frameBytes
        ? unpack(frame)
        : frames.get(frame, () => unpack(frame))
  const text = bytes.toString('utf8', start, end)
  remember(place, text)
  return text
}

const unpack = ({ packed, length }: Frame): Buffer => unpackZstd(packed ?? Buffer.alloc(0), length)

function remember(place: Place, text: string): void {
  if (text.length > mostChars / 4) return
  texts.set(place, text)
  places.set(text, place)
  chars += text.length
  for (const [oldest, old] of texts) {
    if (chars <= mostChars) break
    texts.delete(oldest)
    if (places.get(old) === oldest) places.delete(old)
    chars -= old.length
  }
}

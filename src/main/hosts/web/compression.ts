import type { ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { readAsset, type Asset } from '../common/read-asset.ts'

/**
 * Answers of the contract are compressed as fast as possible: somebody may look at the page through a
 * tunnel. They hold no token and no key, and no other site can make a browser ask for them, so that their length tells
 * nobody a secret. Streams of events are not compressed: each has to leave at once.
 */
export const answerCompression = {
  level: 1,
  brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
  filter: (_request: unknown, response: Pick<ServerResponse, 'getHeader'>): boolean =>
    String(response.getHeader('content-type')).startsWith('application/json'),
}

type Encoding = 'br' | 'gzip'

/** Smaller files are sent sooner than they are compressed, in bytes. */
const leastBytes = 1024

const compress: Readonly<Record<Encoding, (bytes: Uint8Array) => Promise<Uint8Array<ArrayBuffer>>>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (bytes) => promisify(gzip)(bytes),
}

/** A file of the built page for a browser that takes some encodings; undefined where there is none. */
export type ServedAssets = (pathname: string, accepted: string | undefined) => Promise<Asset | undefined>

/** Compressed files of the built page, by encoding and path: hosts that a process starts one after another share them. */
const known = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()

/**
 * Reads files of the built page and compresses them as the browser takes them, each once: their names change with their
 * content. They are the same for everybody and hold no secret, so that their length tells nothing.
 */
export function serveAssets(folder: string): ServedAssets {
  return async (pathname, accepted) => {
    const asset = await readAsset(folder, pathname)
    if (asset === undefined || !isWorthIt(asset)) return asset
    const varying = { ...asset.headers, Vary: 'Accept-Encoding' }
    const encoding = pickEncoding(accepted)
    if (encoding === null) return { ...asset, headers: varying }
    const key = `${encoding} ${folder}${pathname}`
    const compressed = known.get(key) ?? compress[encoding](asset.bytes)
    known.set(key, compressed)
    return { bytes: await compressed, headers: { ...varying, 'Content-Encoding': encoding } }
  }
}

function isWorthIt({ bytes, headers }: Asset): boolean {
  const isText = /^(?:text\/|application\/(?:json|wasm)|image\/svg|font\/ttf)/.test(
    headers['Content-Type'] ?? '',
  )
  const isHashed = headers['Cache-Control']?.includes('immutable') === true
  return isText && isHashed && bytes.byteLength >= leastBytes
}

/** The best encoding that a browser takes; one with a weight of 0 it does not. */
function pickEncoding(accepted = ''): Encoding | null {
  const taken = new Set(
    accepted
      .split(',')
      .map((one) => one.trim().split(/(?<!\s)\s*;\s*/))
      .filter(([, weight]) => weight === undefined || !/^q=0(?:\.0*)?$/.test(weight))
      .map(([name]) => name),
  )
  if (taken.has('br')) return 'br'
  return taken.has('gzip') ? 'gzip' : null
}

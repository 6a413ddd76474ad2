/** Image kinds that are shown. SVG is not one: it is a document, with scripts. */
const shownTypes: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])
const base64 = /^[A-Za-z0-9+/]+={0,2}$/
/** In characters of base64. Larger images are named, not drawn. */
const largest = 30_000_000

/** What an image block can be shown as: a data URL, or the reason why not. Never an address to fetch. */
export type ImageSource = { readonly url: string } | { readonly reason: string }

/** Reads Anthropic's `source` of an image block, or the `data:` URL that other agents write. */
export function readImageSource(block: Readonly<Record<string, unknown>>): ImageSource {
  const { mediaType, data } = readImage(block)
  if (data === null) return { reason: 'The image is not in the file.' }
  if (!shownTypes.has(mediaType)) return { reason: `Images of type ${mediaType || 'unknown'} are not shown.` }
  if (data.length > largest) return { reason: 'The image is too large to show.' }
  if (!base64.test(data)) return { reason: 'The image data is damaged.' }
  return { url: `data:${mediaType};base64,${data}` }
}

function readImage(block: Readonly<Record<string, unknown>>): {
  readonly mediaType: string
  readonly data: string | null
} {
  const source = readFields(block['source'])
  if (typeof source['data'] === 'string')
    return { mediaType: readText(source['media_type']), data: source['data'] }
  const url =
    readText(readFields(block['image_url'])['url']) || readText(block['image_url']) || readText(source['url'])
  const inline = /^data:([a-z]+\/[a-z0-9.+-]+);base64,/i.exec(url)
  if (inline === null) return { mediaType: '', data: null }
  return { mediaType: (inline[1] ?? '').toLowerCase(), data: url.slice(inline[0].length) }
}

function readFields(value: unknown): Readonly<Record<string, unknown>> {
  // Any object can be read as a record of unknowns.
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
}

function readText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

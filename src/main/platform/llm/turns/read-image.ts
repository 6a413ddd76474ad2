import { z } from 'zod'
import type { ContentBlock } from '../../../../shared/kernel/message.ts'
import { imageMediaTypes, type ImagePiece } from './turn.ts'

const base64Schema = z.object({
  type: z.literal('base64'),
  media_type: z.enum(imageMediaTypes),
  data: z.string().min(1),
})
const urlSchema = z.object({ type: z.literal('url'), url: z.string().regex(/^https?:/) })
const anthropicSchema = z.object({ type: z.literal('image'), source: z.union([base64Schema, urlSchema]) })
/** As OpenAI's interface has it, which some agents keep. */
const openAiSchema = z.object({
  image_url: z.union([z.string(), z.object({ url: z.string() }).transform(({ url }) => url)]),
})

/** The block as an image that vendors can take; undefined for what is none, or of a kind that none of them takes. */
export function readImage(block: ContentBlock): ImagePiece | undefined {
  const anthropic = anthropicSchema.safeParse(block)
  if (anthropic.success) {
    const { source } = anthropic.data
    return source.type === 'url'
      ? { kind: 'image', source: { kind: 'url', url: source.url } }
      : readBase64Image(source)
  }
  const openAi = openAiSchema.safeParse(block)
  if (!openAi.success) return undefined
  const url = openAi.data.image_url
  if (/^https?:/.test(url)) return { kind: 'image', source: { kind: 'url', url } }
  const [, mediaType, data] = /^data:([^;,]+);base64,(.+)$/s.exec(url) ?? []
  const known = base64Schema.safeParse({ type: 'base64', media_type: mediaType, data })
  return known.success ? readBase64Image(known.data) : undefined
}

function readBase64Image({ media_type: mediaType, data }: z.infer<typeof base64Schema>): ImagePiece {
  return { kind: 'image', source: { kind: 'base64', mediaType, data } }
}

/** An image as the address that OpenAI's interfaces take. */
export function formatImageAddress({ source }: ImagePiece): string {
  return source.kind === 'url' ? source.url : `data:${source.mediaType};base64,${source.data}`
}

import { describe, expect, it } from 'vitest'
import type { ContentBlock } from '../../../shared/kernel/message.ts'
import { splitParts } from '../history/split-parts.ts'
import { estimateImageTokens } from './count-image-tokens.ts'
import { estimateOpaqueTokens } from './estimate-opaque-tokens.ts'

declare function btoa(bytes: string): string

const filler = `stream ${'x'.repeat(3000)} endstream`
const pdf = (body: string): string => btoa(`%PDF-1.7\n${body}\n${filler}`)
const page = '<< /Type /Page /Parent 1 0 R >>'
const document = (data: string): ContentBlock => ({
  type: 'document',
  source: { type: 'base64', media_type: 'application/pdf', data },
})

describe('a file in a message', () => {
  it.each([
    [
      'that lists its pages',
      `<< /Type /Pages /Count 3 >>${page}${page.replace(' /Page', '/Page')}${page}`,
      3,
    ],
    ['that says how many it has', '<< /Type /Pages /Kids [3 0 R] /Count 12 >>', 12],
    ['that says so at its beginning', '<< /Linearized 1 /L 5 /N 7 >>', 7],
    ['that says what cannot be', '<< /Type /Pages /Count 999999999 >>', 1000],
  ])('counts the pages of a PDF %s', (_, body, pages) => {
    expect(estimateOpaqueTokens(document(pdf(body)))).toBe(2250 * pages)
  })

  it('counts by its length where nothing tells its pages, or it is no PDF', () => {
    const data = pdf('compressed')
    expect(estimateOpaqueTokens(document(data))).toBe(estimateImageTokens(data.length))
    const sound = btoa('sound'.repeat(1000))
    expect(estimateOpaqueTokens({ type: 'input_audio', input_audio: { data: sound } })).toBe(
      estimateImageTokens(sound.length),
    )
  })

  it.each([
    { type: 'file', file: { filename: 'a.pdf', file_data: `data:application/pdf;base64,${pdf(page)}` } },
    { type: 'input_file', filename: 'a.pdf', file_data: `data:application/pdf;base64,${pdf(page)}` },
    { type: 'file', mediaType: 'application/pdf', data: pdf(page) },
    { type: 'file', mime: 'application/pdf', url: `data:application/pdf;base64,${pdf(page)}` },
  ])('is found where others put it: %o', (block) => {
    expect(estimateOpaqueTokens(block)).toBe(2250)
  })

  it.each([
    {
      type: 'document',
      source: { type: 'text', media_type: 'text/plain', data: 'words of a text '.repeat(99) },
    },
    { type: 'document', source: { type: 'url', url: 'https://example.com/a.pdf' } },
    { type: 'file', url: `https://example.com/${'a'.repeat(400)}` },
    { type: 'server_tool_use', input: { data: 'A'.repeat(900) } },
  ])('is none where there are words: %o', (block) => {
    expect(estimateOpaqueTokens(block)).toBeUndefined()
  })

  it('is no text to count, alone or in a result', () => {
    const block = document(pdf(page))
    const result: ContentBlock = { type: 'tool_result', tool_use_id: 'a', content: [block] }
    const parts = splitParts({ role: 'user', content: [block, result] }, 0)
    expect(parts.map(({ kind, tokens }) => [kind, tokens])).toEqual([
      ['opaque', 2250],
      ['tool-result', 2250],
    ])
  })
})

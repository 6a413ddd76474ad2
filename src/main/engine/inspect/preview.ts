import type { Part } from '../../../shared/domain/part.ts'

const previewChars = 200

/** What a person would read first in a message, on one line: words before tools, tools before surroundings. */
export function previewOf(parts: readonly Part[]): string {
  const told = parts.filter((part) => part.kind !== 'environment' && part.text.trim() !== '')
  const body = told.find((part) => part.isHeader !== true) ?? told[0] ?? parts[0]
  if (body === undefined) return ''
  if (body.kind === 'image') return '[image]'
  const label = body.kind === 'tool-result' ? (body.path ?? body.toolName ?? '') : ''
  const text = body.text
    .slice(0, previewChars * 2)
    .replace(/\s+/g, ' ')
    .trim()
  return (label === '' ? text : `${label}: ${text}`).slice(0, previewChars)
}

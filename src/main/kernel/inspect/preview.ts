import type { Part } from '../../../shared/kernel/part.ts'

const previewChars = 200

/** What a person would read first in a message, on one line: words before tools, tools before surroundings. */
export function formatPreview(parts: readonly Part[]): string {
  return formatPreviewLine(pickTellingPart(parts))
}

/** The same with the file or the tool in front of what it gave, for lists that have no column for them. */
export function formatLabelledPreview(parts: readonly Part[]): string {
  const part = pickTellingPart(parts)
  const label = part?.kind === 'tool-result' ? (part.path ?? part.toolName ?? '') : ''
  return (label === '' ? formatPreviewLine(part) : `${label}: ${formatPreviewLine(part)}`).slice(
    0,
    previewChars,
  )
}

function pickTellingPart(parts: readonly Part[]): Part | undefined {
  const worded = parts.filter(
    (part) => part.kind !== 'environment' && part.text.trim() !== '' && !isWordless(part),
  )
  return worded.find((part) => part.isHeader !== true) ?? worded[0] ?? parts[0]
}

/** Whether a part is reasoning without words: kept empty, or encrypted, of which there is only the JSON of its block. */
function isWordless({ kind, holder, text }: Part): boolean {
  return (
    kind === 'hidden-reasoning' || (kind === 'reasoning' && holder === 'block' && text.startsWith('{"type":'))
  )
}

function formatPreviewLine(part: Part | undefined): string {
  if (part === undefined) return ''
  if (part.kind === 'image') return '[image]'
  if (isWordless(part)) return '[reasoning without text]'
  return part.text
    .slice(0, previewChars * 2)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, previewChars)
}

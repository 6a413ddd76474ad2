import type { Markup } from '../../../../../shared/document/chart-block.ts'
import { showOnTerminal } from '../../../../../shared/kernel/show-controls.ts'

type Value = string | number | Markup | readonly Markup[]

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A template whose texts are escaped, control and bidirectional characters made visible; markup stays as it is. */
export function safeHtml(parts: TemplateStringsArray, ...values: readonly Value[]): Markup {
  // oxlint-disable-next-line dewpoint/spread-arguments -- as many as the template has places
  return { markup: String.raw({ raw: parts }, ...values.map(toMarkup)) }
}

/** Markup of this program's own, such as a style sheet. Never call it with a text that came from outside. */
export function trustMarkup(markup: string): Markup {
  return { markup }
}

/** One after the other, each on lines of its own, so that a difference between reports is a line. */
export function joinMarkup(pieces: readonly Markup[]): Markup {
  return { markup: pieces.map(({ markup }) => markup).join('\n') }
}

/** A text as it may stand between tags and in quoted attributes. */
export function escapeText(text: string): string {
  return showOnTerminal(text.toWellFormed()).replaceAll(/[&<>"']/g, (character) => escapes[character] ?? '')
}

function toMarkup(value: Value): string {
  if (typeof value === 'string') return escapeText(value)
  if (typeof value === 'number') return String(value)
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('')
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the files of an invented project are about: one noun with its fields. */
export type Topic = {
  readonly noun: string
  /** Names of fields in camelCase; the first identifies, the second groups, the third is a number. */
  readonly fields: readonly [string, string, string, ...string[]]
  readonly about: string
}

export type Language = 'ts' | 'py' | 'go' | 'kt'

/** A source file about a topic: `core` is what the story needs of it, the rest is what such a file has around it. */
export function sourceFile(language: Language, topic: Topic, core: string): string {
  const { noun, fields, about } = topic
  const [id, group, amount, ...others] = fields
  const text = templateOf(language)
    .split('\n')
    .flatMap((line) =>
      /the_?other/i.test(line) ? others.map((other) => named(line, 'theOther', other)) : [line],
    )
    .join('\n')
  const filled = (
    [
      ['theNoun', noun],
      ['theId', id],
      ['theGroup', group],
      ['theAmount', amount],
    ] as const
  ).reduce((all, [name, value]) => named(all, name, value), text)
  return filled.replace('theSubject', () => about).replace('theCore', () => core.replace(/^\n/, '').trimEnd())
}

/** Kept as `.txt` so that no tool minds them; line ends as in the repository, whatever the checkout made of them. */
function templateOf(language: Language): string {
  const path = join(import.meta.dirname, 'code', `source.${language}.txt`)
  return readFileSync(path, 'utf8').replaceAll('\r\n', '\n')
}

/** Puts a name in place of another in all the ways in which it is written. */
function named(text: string, from: string, to: string): string {
  return text
    .replaceAll(from, to)
    .replaceAll(pascal(from), pascal(to))
    .replaceAll(snake(from), snake(to))
    .replaceAll(from.toLowerCase(), to.toLowerCase())
}

const pascal = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const snake = (text: string): string => text.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

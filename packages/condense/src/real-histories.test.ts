import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hasRealHistories, realHistories } from '../../../src/main/kernel/testing/real-histories.ts'
import { isFields } from '../../../src/main/methods/external/formats/format.ts'
import { armFormats } from '../../../src/main/methods/external/formats/formats.ts'
import { check, condense, expand, type CondenseOptions, type Format, type WireMessage } from './index.ts'

/** Real histories as their agents sent them, and those of Claude Code and Roo Code in every other shape as well. */

type Real = { readonly name: string; readonly format: Format; readonly messages: readonly WireMessage[] }

const data = resolve(import.meta.dirname, '../../../../shared/data')
const formats: readonly Format[] = ['anthropic', 'openai-chat', 'openai-responses', 'ai-sdk']

const converted = realHistories().flatMap(({ name, messages }): Real[] => {
  const plain = messages.map(({ role, content }) => ({ role, content }))
  return formats.map((format) => ({
    name,
    format,
    messages: armFormats[format]
      .write(plain, () => undefined)
      .flatMap(({ item }) => (isFields(item) ? [item] : [])),
  }))
})

const rollouts = findFiles('codex-rollout/*/full.jsonl').map((path): Real => {
  const lines = readFileSync(path, 'utf8').split('\n')
  const messages = lines.flatMap((line) => {
    const record: unknown = line === '' ? null : JSON.parse(line)
    return isFields(record) && record['type'] === 'response_item' && isFields(record['payload'])
      ? [record['payload']]
      : []
  })
  return { name: basename(dirname(path)), format: 'openai-responses', messages }
})

const requests = findFiles('{request-log,swe-agent-traj,langfuse-trace}/*/*.{json,traj}').flatMap(
  (path): Real[] => {
    const lists = findMessageLists(JSON.parse(readFileSync(path, 'utf8')), 0)
    const [longest] = lists.toSorted((one, other) => other.length - one.length)
    const format = longest === undefined ? undefined : knownFormat(longest)
    return longest === undefined || format === undefined
      ? []
      : [{ name: basename(path), format, messages: longest }]
  },
)

const all = [...converted, ...rollouts, ...requests]
const ways: readonly CondenseOptions[] = [
  { preset: 'lossless' },
  { preset: 'sliding-window-last-20' },
  { preset: 'codex-local', model: 'extractive' },
]

describe.skipIf(!hasRealHistories).each(all)('$name in the shape of $format', ({ format, messages }) => {
  it('is read, and written back as it was where nothing is lost', async () => {
    const before = structuredClone(messages)
    const strict = await condense(messages, { preset: 'lossless-strict', format })
    expect(expand(strict)).toStrictEqual(before)
    expect(messages).toStrictEqual(before)
  })

  it.each(ways)('breaks no rule that it kept before with %j', async (way) => {
    const { messages: after } = await condense(messages, { ...way, format })
    const known = new Set(
      check(messages, format).map(({ rule, detail }) => `${rule} ${detail.replaceAll(/\d+/g, '#')}`),
    )
    const fresh = check(after, format).filter(
      ({ rule, detail }) => !known.has(`${rule} ${detail.replaceAll(/\d+/g, '#')}`),
    )
    expect(fresh).toEqual([])
  })
})

it.skipIf(!hasRealHistories)('has such histories in the shape of every format', () => {
  expect(new Set(all.map(({ format }) => format))).toEqual(new Set(formats))
  expect(requests.length).toBeGreaterThan(3)
  expect(rollouts.length).toBeGreaterThan(3)
})

function findFiles(pattern: string): readonly string[] {
  return existsSync(data) ? globSync(pattern, { cwd: data }).map((path) => join(data, path)) : []
}

/** Lists of messages anywhere in a value, as recorded requests hold them. */
function findMessageLists(value: unknown, depth: number): readonly (readonly WireMessage[])[] {
  if (typeof value !== 'object' || value === null || depth > 8) return []
  if (
    Array.isArray(value) &&
    value.length > 1 &&
    value.every((one) => isFields(one) && typeof one['role'] === 'string' && 'content' in one)
  )
    return [value as readonly WireMessage[]]
  return Object.values(value).flatMap((inner) => findMessageLists(inner, depth + 1))
}

function knownFormat(messages: readonly WireMessage[]): Format | undefined {
  try {
    check(messages)
    return formats.find((format) => messages.length > 0 && isInFormat(messages, format))
  } catch {
    return undefined
  }
}

function isInFormat(messages: readonly WireMessage[], format: Format): boolean {
  const text = JSON.stringify(messages)
  const isAnthropic = /"type":"tool_(?:use|result)"/.test(text)
  return format === (isAnthropic ? 'anthropic' : 'openai-chat')
}

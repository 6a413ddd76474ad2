import { toSafeString } from '../../../shared/kernel/to-safe-string.ts'
import {
  parseFields,
  readRecordList,
  readNestedFields,
  toNumberOrNull,
  toTextOrNull,
  type Fields,
} from '../json/fields.ts'

/** What of a configuration decides what is sent. */
export type Processors = {
  /** Shortens all observations but the last ones; null where nothing does. */
  readonly elision: Elision | null
  /** Names of others that change what is sent, by rules that are not known here. */
  readonly unknown: readonly string[]
  /** Whether the file holds the configuration. */
  readonly isConfigured: boolean
  readonly model: string | null
}

export type Elision = {
  readonly keep: number
  readonly polling: number
  readonly keepTags: readonly string[]
  readonly removeTags: readonly string[]
}

/** Processors that leave the texts as they are. */
const harmless: ReadonlySet<string> = new Set([
  'default',
  'cache_control',
  'image_parsing',
  'tag_tool_call_observations',
])

/** The processors of history that the file says were in use. */
export function readProcessors(file: Fields): Processors {
  // It is written as an object, or as JSON in a text.
  const agent = readNestedFields(parseFields(file['replay_config']), 'agent')
  const list = agent['history_processors']
  const given = readRecordList(list)
  const elision = given.find(({ type }) => type === 'last_n_observations')
  return {
    elision: elision === undefined ? null : readElision(elision),
    unknown: given
      .map(({ type }) => toSafeString(type))
      .filter((type) => !harmless.has(type) && type !== 'last_n_observations'),
    isConfigured: Object.keys(agent).length > 0,
    model: toTextOrNull(readNestedFields(agent, 'model')['name']),
  }
}

function readElision(given: Fields): Elision {
  const readTags = (key: string, usual: string): readonly string[] => {
    const own = given[key]
    return Array.isArray(own) ? own.filter((tag) => typeof tag === 'string') : [usual]
  }
  return {
    keep: Math.max(1, toNumberOrNull(given['n']) ?? 1),
    polling: Math.max(1, toNumberOrNull(given['polling']) ?? 1),
    keepTags: readTags('always_keep_output_for_tags', 'keep_output'),
    removeTags: readTags('always_remove_output_for_tags', 'remove_output'),
  }
}

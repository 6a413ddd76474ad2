import { toSafeString } from '../../../shared/kernel/to-safe-string.ts'
import { isRecord, readRecordList, toNumberOrNull, toTextOrNull, type Fields } from '../json/fields.ts'
import type { Attachments } from './messages.ts'

/** A sample of an evaluation: one run of an agent. */
export type Sample = Readonly<{
  id: string
  epoch: number
  events: readonly Fields[]
  /** Messages that the events refer to by their places. */
  pool: readonly Fields[]
  attachments: Attachments
  /** The conversation as it was at the end. */
  messages: readonly Fields[]
  input: unknown
  /** Values of its scorers. */
  scores: readonly unknown[]
}>

/** A sample in one object, as it stands in a log or in an archive. */
export function readWholeSample(value: Fields): Sample {
  const pooled = value['events_data']
  const pool = isRecord(pooled) ? pooled['messages'] : value['message_pool']
  const { attachments } = value
  return {
    id: readSampleId(value),
    epoch: toNumberOrNull(value['epoch']) ?? 1,
    events: readRecordList(value['events']),
    pool: readRecordList(pool),
    attachments: new Map(
      isRecord(attachments)
        ? Object.entries(attachments).flatMap(([key, text]) =>
            typeof text === 'string' ? [[key, text] as const] : [],
          )
        : [],
    ),
    messages: readRecordList(value['messages']),
    input: value['input'],
    scores: readScores(value),
  }
}

/** A sample whose parts are files of an archive, each a list of what stands in it. */
export function buildChunkedSample(
  shell: Fields,
  parts: Readonly<Record<'messages' | 'events' | 'attachments', readonly unknown[]>>,
): Sample {
  return {
    ...readWholeSample(shell),
    events: readRecordList(parts.events),
    pool: readRecordList(parts.messages),
    attachments: new Map(
      parts.attachments.flatMap((text, at) =>
        typeof text === 'string' ? [[toSafeString(at), text] as const] : [],
      ),
    ),
  }
}

/** Early versions had one score. */
function readScores({ scores, score }: Fields): readonly unknown[] {
  const all = isRecord(scores) ? Object.values(scores) : score === undefined ? [] : [score]
  return readRecordList(all).map(({ value }) => value)
}

/** The id of a sample, which is a text or a number. */
function readSampleId({ id }: Fields): string {
  return toTextOrNull(id) ?? toSafeString(toNumberOrNull(id) ?? '')
}

/** What identifies a sample in its file, as its record gives its id and epoch. */
export function buildSampleKey(sample: Fields): string {
  return sampleKey(readSampleId(sample), toNumberOrNull(sample['epoch']) ?? 1)
}

/** What identifies a sample in its file: no sign in it has a meaning in a path. */
export function sampleKey(id: string, epoch: number): string {
  return `${id}_epoch_${epoch}`.replaceAll(/[%#/\\]/g, (sign) => encodeURIComponent(sign))
}

/** What a sample is called: its id, with the first words of its input. */
export function sampleTitle({ id, epoch, input }: Pick<Sample, 'id' | 'epoch' | 'input'>): string {
  const first = readRecordList(input).find(({ role }) => role === 'user')?.['content']
  const words = toTextOrNull(input) ?? toTextOrNull(first) ?? ''
  return `${id}${epoch > 1 ? ` (epoch ${epoch})` : ''}: ${words.trim()}`
}

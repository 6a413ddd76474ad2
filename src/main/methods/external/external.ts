import { z } from 'zod'
import type { Warning } from '../../../shared/condense/outcome-types.ts'
import { parseJson } from '../../../shared/kernel/json-values.ts'
import { armFailure, armIdle, armWarning } from '../../../shared/methods/external-arms-words.ts'
import type { ArmTarget } from '../../kernel/external-arm.ts'
import { listBlocks } from '../../kernel/history/blocks.ts'
import { defineMethod, type CondenseRequest, type MethodResult } from '../../kernel/method.ts'
import { assemble, type Assembled } from './assemble.ts'
import type { SentItem } from './formats/format.ts'
import { armFormats } from './formats/formats.ts'
import { findAddedFiles, countHiddenCharacters } from './hidden-text.ts'
import { buildInferredPass, inferProvenance } from './infer-provenance.ts'
import {
  externalPresets,
  externalSettingsSchema,
  resolveArmTarget,
  type ExternalSettings,
} from './settings.ts'

const count = z.number().min(0).max(1e12)

/** What an arm answers. Unknown fields are left alone: the contract may grow. */
const answerSchema = z.object({
  messages: z.array(z.unknown()).max(1_000_000),
  summary: z.string().nullish(),
  usage: z
    .object({
      input: count.nullish(),
      cacheRead: count.nullish(),
      cacheWrite: count.nullish(),
      output: count.nullish(),
      costUsd: count.nullish(),
    })
    .nullish(),
  notes: z.union([z.string(), z.array(z.string())]).nullish(),
})
type Answer = z.infer<typeof answerSchema>

const passId = 'external'

/** How an arm ends that had begun: what it took until then, nobody knows. */
const endsWork: ReadonlySet<string> = new Set([
  'arm-time-limit',
  'arm-output-limit',
  'arm-exit',
  'arm-status',
])

/** A condenser that is not ours: a command or an address, asked by one contract. */
export const externalMethod = defineMethod<ExternalSettings>({
  id: 'external',
  label: 'External arm',
  description:
    'A command, an address or a framework of yours condenses. What it did is found by comparison and marked as inferred.',
  version: '1.0.0',
  capabilities: {
    lossless: false,
    lossy: true,
    usesModel: false,
    parallel: false,
    multiPass: false,
    fallback: false,
    speed: 'medium',
  },
  settings: externalSettingsSchema,
  presets: externalPresets,
  keptEnds: () => ({ first: 0, last: 0 }),
  condense,
})

async function condense(request: CondenseRequest, settings: ExternalSettings): Promise<MethodResult> {
  const { conversation, services, signal } = request
  if (services.arms === undefined) return { kind: 'unchanged', reason: armIdle('arm-not-run').message }
  const target = resolveArmTarget(settings)
  if (target === null) return { kind: 'failed', ...armFailure('arm-unnamed') }
  const arm = settings.name.trim() === '' ? describeTarget(target) : settings.name.trim()
  const started = services.now()
  services.onProgress({ stage: passId, label: arm, done: 0, total: 1 })
  const leftOut = new Map<string, number>()
  const sent = armFormats[settings.format].write(conversation.messages, (what) => {
    leftOut.set(what, (leftOut.get(what) ?? 0) + 1)
  })
  const reply = await services.arms.call(
    {
      target,
      profileId: settings.profile.trim() === '' ? null : settings.profile.trim(),
      document: buildArmDocument(sent, settings, request.targetTokens),
      timeLimitMs: 1000 * settings.timeLimitSeconds,
      outputLimitBytes: Math.round(settings.outputLimitMegabytes * 1e6),
    },
    signal,
  )
  if (reply.kind === 'failed') {
    if (endsWork.has(reply.code)) services.charge({ costUsd: null })
    return reply
  }
  const read = readAnswer(reply.text, arm)
  const usage = read.ok ? read.answer.usage : null
  // The code of a framework asks no model: what it does not say that it cost, it did not cost.
  const isFree = target.kind === 'framework' && usage == null
  if (!isFree) services.charge({ costUsd: usage?.costUsd ?? null })
  if (!read.ok) return { kind: 'failed', ...read.failure }
  const { answer } = read
  const warnings = [
    ...buildArmWarnings(answer, leftOut, settings),
    ...(isFree || usage?.costUsd != null ? [] : [armWarning('arm-cost-unknown')]),
  ]
  return buildProviderResult(request, {
    settings,
    arm,
    sent,
    answer,
    warnings,
    durationMs: services.now() - started,
  })
}

/** What a target is called where its arm has no name. */
function describeTarget(target: ArmTarget): string {
  switch (target.kind) {
    case 'command':
      return target.command.map((word) => word.split(/[\\/]/).at(-1) ?? word).join(' ')
    case 'address':
      return target.address
    case 'module':
      return target.path.split(/[\\/]/).at(-1) ?? target.path
    case 'framework':
      return target.framework
  }
}

function buildArmDocument(
  sent: readonly SentItem[],
  { format, model, windowTokens, settings }: ExternalSettings,
  targetTokens: number | null,
): string {
  return JSON.stringify({
    version: 1,
    messages: sent.map(({ item }) => item),
    format,
    model: model === '' ? null : model,
    window: windowTokens,
    targetTokens,
    settings,
  })
}

type ReadAnswer =
  | { readonly ok: true; readonly answer: Answer }
  | { readonly ok: false; readonly failure: ReturnType<typeof armFailure> }

/** Characters of a broken answer that are shown. */
const shownCharacters = 80

function readAnswer(text: string, arm: string): ReadAnswer {
  if (text.trim() === '') return { ok: false, failure: armFailure('arm-no-answer', { arm }) }
  let value: unknown
  try {
    value = parseJson(text)
  } catch {
    const begins = JSON.stringify(text.trim().slice(0, shownCharacters))
    return { ok: false, failure: armFailure('arm-broken-json', { arm, begins }) }
  }
  const parsed = answerSchema.safeParse(value)
  if (!parsed.success) {
    const issues = parsed.error.issues
      .slice(0, 3)
      .map(({ path, message }) => `${path.join('.') || 'the document'}: ${message}`)
    return { ok: false, failure: armFailure('arm-bad-answer', { arm, issues }) }
  }
  if (parsed.data.messages.length === 0) return { ok: false, failure: armFailure('arm-no-messages', { arm }) }
  return { ok: true, answer: parsed.data }
}

/** Notes that are shown, and characters of each. */
const [mostNotes, mostNoteCharacters] = [10, 300]

function buildArmWarnings(
  { usage, notes }: Answer,
  leftOut: ReadonlyMap<string, number>,
  { format }: ExternalSettings,
): Warning[] {
  const texts = typeof notes === 'string' ? [notes] : (notes ?? [])
  const what = [...leftOut].map(([name, times]) => ({ what: name, count: times }))
  return [
    ...(what.length === 0 ? [] : [armWarning('arm-left-out', { format, what })]),
    ...(usage == null
      ? []
      : [
          armWarning('arm-usage', {
            input: usage.input ?? 0,
            cacheRead: usage.cacheRead ?? 0,
            cacheWrite: usage.cacheWrite ?? 0,
            output: usage.output ?? 0,
            costUsd: usage.costUsd ?? null,
          }),
        ]),
    ...texts
      .slice(0, mostNotes)
      .map((text) =>
        armWarning('arm-note', { text: stripControlCharacters(text).slice(0, mostNoteCharacters) }),
      ),
  ]
}

/** A text of somebody else's without line ends and control characters. */
function stripControlCharacters(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
}

type Answered = {
  readonly settings: ExternalSettings
  readonly arm: string
  readonly sent: readonly SentItem[]
  readonly answer: Answer
  readonly warnings: readonly Warning[]
  readonly durationMs: number
}

function buildProviderResult({ conversation }: CondenseRequest, answered: Answered): MethodResult {
  const { settings, arm, sent, answer, durationMs } = answered
  const assembled = assemble(conversation.messages, sent, answer.messages, armFormats[settings.format])
  const isSame =
    assembled.length === conversation.messages.length &&
    assembled.every(({ message }, index) => message === conversation.messages[index])
  if (isSame) return { kind: 'unchanged', reason: armIdle('arm-changed-nothing', { arm }).message }
  const characters = countHiddenCharacters(assembled, conversation.messages)
  if (characters > 0) return { kind: 'failed', ...armFailure('arm-hidden-text', { arm, characters }) }
  const added = findAddedFiles(assembled, conversation.messages)
  if (added.length > 0) return { kind: 'failed', ...armFailure('arm-added-files', { arm, types: added }) }
  const { marked, summaries } = markSummary(assembled, answer.summary ?? '')
  const inferred = inferProvenance(conversation, marked, { arm, passId, summaries })
  const isLost = (answer.summary ?? '').trim() !== '' && summaries.size === 0
  return {
    kind: 'condensed',
    messages: inferred.messages,
    provenance: inferred.provenance,
    passes: [buildInferredPass(conversation, inferred, { id: passId, label: arm, durationMs })],
    fidelity: null,
    warnings: [
      armWarning('arm-inferred', inferred.counts),
      ...answered.warnings,
      ...(isLost ? [armWarning('arm-summary-missing')] : []),
    ],
  }
}

/** Marks the new message that holds the summary of an answer: the shortest that does. */
function markSummary(
  assembled: readonly Assembled[],
  summary: string,
): { readonly marked: readonly Assembled[]; readonly summaries: ReadonlySet<number> } {
  const text = summary.trim()
  const holders = assembled.flatMap((one, at) => {
    const length = one.kind === 'new' && text !== '' ? measureHolderLength(one, text) : null
    return length === null ? [] : [{ at, length }]
  })
  const at = holders.toSorted((a, b) => a.length - b.length)[0]?.at
  if (at === undefined) return { marked: assembled, summaries: new Set() }
  const marked = assembled.map((one, index) =>
    index === at ? { ...one, message: { ...one.message, isSummary: true } } : one,
  )
  return { marked, summaries: new Set([at]) }
}

function measureHolderLength({ message }: Assembled, text: string): number | null {
  const texts =
    typeof message.content === 'string'
      ? [message.content]
      : listBlocks(message).map((block) => (typeof block['text'] === 'string' ? block['text'] : ''))
  const whole = texts.join('\n')
  return whole.includes(text) ? whole.length : null
}

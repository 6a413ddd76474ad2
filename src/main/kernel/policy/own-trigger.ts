import { z } from 'zod'
import { usualTrigger } from '../../../shared/installation/policy-types.ts'
import { findLargest, findSmallest } from '../../../shared/kernel/find-extreme.ts'

/** What an agent counts when it asks whether its context is full. */
export const triggerCounts = ['next-request', 'last-response', 'last-prompt', 'estimate', 'history'] as const

const termSchema = z.strictObject({
  share: z
    .number()
    .min(0)
    .max(2)
    .default(1)
    .meta({ title: 'Share', description: 'Of what it is taken from.' }),
  of: z.enum(['window', 'input-limit', 'window-without-input-limit']).default('window').meta({
    title: 'Of',
    description:
      'The window, the input limit of the model, or the window of a model that has no input limit. A term that does not apply is left out.',
  }),
  output: z.number().min(0).max(4).default(0).meta({
    title: 'Output reserved',
    description: 'How often the output limit of the model is taken off.',
  }),
  outputUpTo: z.int().min(0).max(10_000_000).default(0).meta({
    title: 'Output reserved up to (tokens)',
    description:
      'No more than this counts of the output limit, and this where it is unknown. 0 for no bound.',
  }),
  plus: z.int().min(-10_000_000).max(10_000_000).default(0).meta({
    title: 'Tokens added',
    description: 'Negative for a reserve.',
  }),
  fromWindow: z.int().min(0).max(100_000_000).default(0).meta({
    title: 'From a window of (tokens)',
    description: 'A term for certain windows takes the place of those for all. 0 for any.',
  }),
  toWindow: z.int().min(0).max(100_000_000).default(0).meta({
    title: 'Up to a window of (tokens)',
    description: '0 for any.',
  }),
  isFloor: z.boolean().default(false).meta({
    title: 'Lower bound',
    description: 'The trigger is never lower than this. All other terms are upper bounds.',
  }),
})
type Term = Readonly<z.infer<typeof termSchema>>

/** When an agent condenses by itself: the least of its terms in tokens, or any of the other conditions. 0 switches one off. */
export const ownTriggerSchema = z.strictObject({
  terms: z.array(termSchema).max(12).default([]).meta({
    title: 'Tokens',
    description: 'The least of these terms is the size at which it condenses. Empty for no such size.',
  }),
  fires: z.enum(['at', 'above']).default('at').meta({
    title: 'Condenses',
    description: 'At that many tokens, or only above.',
  }),
  counts: z.enum(triggerCounts).default('next-request').meta({
    title: 'Counts',
    description:
      'Next request: reported tokens and what came after. Last response: reported input and output alone. Last prompt: reported input alone. Estimate: by the estimator, system prompt included. History: by the estimator, messages alone.',
  }),
  everyRequest: z.boolean().default(false).meta({ title: 'Before every request' }),
  everyTurn: z.boolean().default(false).meta({
    title: 'After every turn',
    description: 'Before the next prompt, which it does not have yet.',
  }),
  pending: z.enum(['condensed', 'prompt-left', 'left']).default('condensed').meta({
    title: 'What is sent for the first time',
    description:
      'Is condensed like the rest, or stands behind the result as it is: a prompt, or a prompt and results.',
  }),
  toolUses: z.int().min(0).max(1_000_000).default(0).meta({ title: 'Above tool uses' }),
  events: z.int().min(0).max(1_000_000).default(0).meta({
    title: 'Above events',
    description: 'Texts, tool calls and tool results of the history.',
  }),
  pauseMinutes: z.number().min(0).max(100_000).default(0).meta({ title: 'After a pause of (minutes)' }),
  idleMinutes: z.number().min(0).max(100_000).default(0).meta({
    title: 'Idle for (minutes)',
    description: 'After the last answer, while nobody writes. A replay condenses at that moment.',
  }),
  idleTokens: z.int().min(0).max(100_000_000).default(0).meta({ title: 'Idle from (tokens)' }),
  resultChars: z
    .int()
    .min(0)
    .max(1_000_000_000)
    .default(0)
    .meta({ title: 'Above characters of tool results' }),
})
export type OwnTrigger = Readonly<z.infer<typeof ownTriggerSchema>>

/** What is known of the model that an agent runs on, in tokens; null where it is not. */
export type WindowLimits = {
  readonly window: number
  readonly maxOutput: number | null
  readonly inputLimit: number | null
}

/** The size at which a trigger fires, in tokens: the least of its upper bounds, but no lower than its lower bounds. Null where it does not go by size. */
export function computeTriggerTokens(
  { terms }: Pick<OwnTrigger, 'terms'>,
  limits: WindowLimits,
): number | null {
  const general = terms.filter(({ fromWindow, toWindow }) => fromWindow === 0 && toWindow === 0)
  const special = terms.filter((term) => !general.includes(term) && isForWindow(term, limits))
  const computeTermValues = (isFloor: boolean): number[] =>
    (special.length > 0 ? special : general)
      .filter((term) => term.isFloor === isFloor)
      .flatMap((term) => computeTermValue(term, limits) ?? [])
  const upper = computeTermValues(false)
  if (upper.length === 0) return null
  return Math.max(0, Math.floor(findLargest(computeTermValues(true), findSmallest(upper))))
}

function isForWindow({ fromWindow, toWindow }: Term, { window }: WindowLimits): boolean {
  return window >= fromWindow && (toWindow === 0 || window <= toWindow)
}

function computeTermValue(term: Term, limits: WindowLimits): number | null {
  const base = pickTermBase(term, limits)
  // To a millionth of a token: what stands behind that is how the machine writes tenths.
  return base === null
    ? null
    : Math.round((term.share * base - computeReservedTokens(term, limits) + term.plus) * 1e6) / 1e6
}

function pickTermBase({ of }: Term, { window, inputLimit }: WindowLimits): number | null {
  if (of === 'window') return window
  if (of === 'input-limit') return inputLimit === null ? null : Math.min(inputLimit, window)
  return inputLimit === null ? window : null
}

function computeReservedTokens({ output, outputUpTo }: Term, { maxOutput }: WindowLimits): number {
  const usual = outputUpTo === 0 ? usualTrigger.reservedTokens : outputUpTo
  const known = maxOutput ?? usual
  return output * (outputUpTo === 0 ? known : Math.min(known, outputUpTo))
}

/** Sizes that a trigger may ask for; each is measured only where it is asked for. */
export type TriggerMeasures = {
  readonly tokens: (counts: OwnTrigger['counts']) => number
  readonly toolUses: () => number
  readonly events: () => number
  /** Milliseconds since the request before; null where nobody knows. */
  readonly pauseMs: () => number | null
  readonly resultChars: () => number
  /** Whether a prompt is sent for the first time. */
  readonly isTurnStart: () => boolean
}

/** Whether a trigger fires. */
export function isOwnTriggerMet(
  trigger: OwnTrigger,
  limits: WindowLimits,
  measures: TriggerMeasures,
): boolean {
  if (trigger.everyRequest) return true
  if (trigger.everyTurn && measures.isTurnStart()) return true
  const { toolUses, events, pauseMinutes, resultChars } = trigger
  if (toolUses > 0 && measures.toolUses() > toolUses) return true
  if (events > 0 && measures.events() > events) return true
  if (pauseMinutes > 0 && (measures.pauseMs() ?? 0) >= pauseMinutes * 60_000) return true
  if (resultChars > 0 && measures.resultChars() > resultChars) return true
  const at = computeTriggerTokens(trigger, limits)
  if (at === null) return false
  const tokens = measures.tokens(trigger.counts)
  return tokens > 0 && (trigger.fires === 'at' ? tokens >= at : tokens > at)
}

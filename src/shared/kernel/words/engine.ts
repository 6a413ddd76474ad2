import { formatCountWithNoun, formatCount } from '../format-count-with-noun.ts'
import { formatLimitUsd, formatUsd } from '../format-figures.ts'
import { makeNotes } from './make-notes.ts'

type Why = { readonly why: string }
type OfModel = { readonly model: string }
type AgainstTarget = { readonly targetTokens: number }

/** What became of the content whose summary failed. */
type PartlyFailed = Why & {
  readonly failed: number
  readonly of: number
  readonly left: 'tool-results-kept' | 'messages-kept' | 'parts-cut'
}

/** What a person should know about a result that is nevertheless valid. */
export const runWarning = makeNotes({
  prepared: () => 'This result was prepared in advance. No model was called now.',
  'low-reduction': (figures: { readonly reductionPercent: number; readonly minimumGainPercent: number }) =>
    `Saves ${figures.reductionPercent.toFixed(1)} %, less than the ${figures.minimumGainPercent} % that a condensation has to save.`,
  'target-missed': ({ targetTokens, finalTokens }: AgainstTarget & { readonly finalTokens: number }) =>
    `The target of ${formatCount(targetTokens)} tokens was not reached: ${formatCount(finalTokens)} are left.`,
  'pins-exceed-target': ({ targetTokens, pinnedTokens }: AgainstTarget & { readonly pinnedTokens: number }) =>
    `Pinned content has ${formatCount(pinnedTokens)} tokens on its own, more than the target of ${formatCount(targetTokens)}.`,
  'cost-above-limit': ({
    costUsd,
    alertCostUsd,
  }: {
    readonly costUsd: number
    readonly alertCostUsd: number
  }) => `Cost ${formatUsd(costUsd)}, more than the alert limit of ${formatLimitUsd(alertCostUsd)}.`,
  'price-unknown': ({ model, kinds }: OfModel & { readonly kinds: readonly string[] }) =>
    `The price of ${model} is unknown for ${kinds.join(', ')}: these tokens count as $0.`,
  'step-failed': ({ step, why }: Why & { readonly step: string }) => `${step} failed: ${why}`,
  'pass-failed': ({ pass, why }: Why & { readonly pass: string }) => `${pass} failed: ${why}`,
  'partly-failed': describePartialFailure,
  extractive: () => 'No model was called: the built-in extractive summariser selected lines by rules.',
  'summarised-in-parts': ({ calls }: { readonly calls: number }) =>
    `The history did not fit into the model's window at once: it was summarised in ${calls} parts, which were merged.`,
  'input-left-out': ({ messages, end }: { readonly messages: number; readonly end: 'oldest' | 'newest' }) =>
    `The history did not fit into the model's window: the summary was made without the ${end} ${formatCountWithNoun(messages, 'message')}.`,
  'without-model': ({ why }: Why) => `The summary failed, so files and commands are listed instead: ${why}`,
  'summary-cut': () => 'The summary was cut off at its maximum length.',
  'summary-suspicious': (figures: { readonly tokens: number; readonly sourceTokens: number } | null) =>
    figures === null
      ? 'The summary names none of the files that were created or modified.'
      : `The summary has ${figures.tokens} tokens for ${figures.sourceTokens} in the source: too few to hold what matters.`,
})

function describePartialFailure({ failed, of, left, why }: PartlyFailed): string {
  switch (left) {
    case 'tool-results-kept':
      return `${failed} of ${of} tool results stay as they were: ${why}`
    case 'messages-kept':
      return `${failed} of ${of} summaries failed, and the messages they should have replaced stay: ${why}`
    case 'parts-cut':
      return `${failed} of ${of} summaries failed, and the parts they should have replaced are cut where that is shorter: ${why}`
  }
}

/** Why a run failed. */
export const runFailure = makeNotes({
  'bad-settings': ({ issues }: { readonly issues: readonly string[] }) => issues.join('. '),
  'invariant-broken': (figures: {
    readonly rule: string
    readonly messageIndex: number
    readonly fault: string
  }) =>
    `The result breaks the rule ${figures.rule} at message #${figures.messageIndex}: ${figures.fault}. The source is unchanged.`,
  'context-grew': (figures: {
    readonly tokens: number
    readonly sourceTokens: number
    readonly hasPins: boolean
  }) =>
    `The result would have ${formatCount(figures.tokens)} tokens, the source has ${formatCount(figures.sourceTokens)}.${figures.hasPins ? ' Pinned messages were put back.' : ''}`,
  'not-enough-messages': ({ isBound }: { readonly isBound: boolean }) =>
    isBound
      ? 'There are too few messages to summarise between the first and the last ones, which are kept with the results of their calls.'
      : 'There are too few messages to summarise.',
  'not-recorded': ({ cuts }: { readonly cuts: readonly number[] }) =>
    cuts.length === 0
      ? 'The agent recorded no condensation of this task.'
      : `The agent recorded no condensation here. It did after ${cuts.map(formatCount).join(', ')} messages.`,
  'condensed-recently': () => 'The context was condensed recently: there is nothing new to summarise.',
  'summary-refused': ({ model }: OfModel) => `${model} refused to summarise.`,
  'condense-failed': ({
    model,
    problem,
  }: OfModel & { readonly problem: 'empty' | 'broken-off' | 'unmergeable' }) =>
    problem === 'empty'
      ? `${model} gave an empty answer.`
      : problem === 'broken-off'
        ? `The answer of ${model} was cut off.`
        : 'The summaries of the parts are too long to be merged.',
  'input-too-long': ({
    model,
    windowTokens,
    what,
  }: OfModel & { readonly windowTokens: number; readonly what: 'history' | 'text' }) =>
    what === 'history'
      ? `The window of ${model} (${windowTokens} tokens) leaves no room for the history besides the prompt and the summary.`
      : `The window of ${model} leaves no room for a text besides the prompt and the summary.`,
})

/** Why a provider, a pass or a trigger did nothing. */
export const idleReason = makeNotes({
  'nothing-repeats': ({ off }: { readonly off: readonly string[] }) =>
    off.length === 0
      ? 'Nothing repeats and nothing is superseded outside the messages that are kept as they are.'
      : `Nothing that is looked for repeats or is superseded outside the messages that are kept as they are. Turned off: ${off.join(', ')}.`,
  'nothing-looked-for': () => 'Each of its techniques is turned off.',
  'nothing-to-cut': (figures: {
    readonly keepFirst: number
    readonly keepLast: number
    readonly minTokens: number
  }) =>
    `No part outside the first ${figures.keepFirst} and the last ${figures.keepLast} messages is both above ${figures.minTokens} tokens and able to shrink.`,
  'nothing-long': ({ keepLast, minChars }: { readonly keepLast: number; readonly minChars: number }) =>
    `No tool result before the last ${keepLast} messages is longer than ${minChars} characters.`,
  'no-shorter-summary': () => 'No summary is shorter than the tool result it would replace.',
  'nothing-to-delete': (figures: { readonly keepFirst: number; readonly keepLast: number }) =>
    `Nothing outside the first ${figures.keepFirst} and the last ${figures.keepLast} messages may be deleted and would make it smaller.`,
  'nothing-to-drop': () => 'There are too few messages to drop any.',
  'nothing-to-clear': () => 'Nothing it could clear is old enough, or clearing would save too little.',
  'nowhere-to-cut': () => 'Its rules for what to keep and where to cut leave no message to drop.',
  'nothing-selected': () => 'Nothing it selects would get shorter.',
  'selection-too-small': () => 'It selects fewer than two messages in a row.',
  'keeps-selection': () => 'It keeps everything it selects.',
  'no-lossless': () => 'There is no lossless provider.',
  'no-passes': () => 'There are no passes.',
  'no-step': () => 'No step was taken.',
  'target-met': ({ targetTokens, tokens }: AgainstTarget & { readonly tokens: number }) =>
    `The target of ${formatCount(targetTokens)} tokens is met: ${formatCount(tokens)} are left.`,
  'below-threshold': ({ threshold, tokens }: { readonly threshold: number; readonly tokens: number }) =>
    `It runs only above ${formatCount(threshold)} tokens, and ${formatCount(tokens)} are left.`,
  'no-fewer': ({ tokens }: { readonly tokens: number }) =>
    `It would leave ${formatCount(tokens)} tokens, no fewer than before.`,
  'loop-guard': ({ seconds }: { readonly seconds: number }) =>
    `Three automatic condensations within a minute: the next one may start in ${seconds} s.`,
  hysteresis: (figures: {
    readonly endedAtPercent: number
    readonly stopPercent: number
    readonly minimumGainPercent: number
  }) =>
    `The last automatic condensation ended at ${figures.endedAtPercent.toFixed(1)} %, above the stop level of ${figures.stopPercent} %, and the context has not grown by ${figures.minimumGainPercent} % since.`,
  insufficient: (figures: { readonly reductionPercent: number; readonly minimumGainPercent: number }) =>
    `Saves ${figures.reductionPercent.toFixed(1)} %, less than ${figures.minimumGainPercent} %.`,
})

/** What a pass or the pins did. */
export const doneReason = makeNotes({
  saved: ({ tokens }: { readonly tokens: number }) => `Saved ${formatCount(tokens)} tokens.`,
  'pins-kept': ({
    messages,
    parts,
    tokens,
  }: {
    readonly messages: number
    readonly parts: number
    readonly tokens: number
  }) => {
    const what = [
      ...(messages === 0 ? [] : [formatCountWithNoun(messages, 'message')]),
      ...(parts === 0 ? [] : [formatCountWithNoun(parts, 'part')]),
    ].join(' and ')
    const stay = messages + parts === 1 ? 'stays as it is' : 'stay as they are'
    return `${what} ${stay}: ${formatCount(tokens)} tokens.`
  },
})

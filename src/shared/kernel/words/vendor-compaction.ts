import { formatCountWithNoun, formatCount } from '../format-count-with-noun.ts'
import { makeNotes } from './make-notes.ts'

type Named = { readonly primitive: string }
type OfModel = { readonly model: string }
type LeftOut = { readonly what: string; readonly count: number }

/** Why a compaction by a vendor could not be asked for, or gave nothing that could be used. */
export const vendorFailure = makeNotes({
  'vendor-needs-key': ({ primitive, vendor }: Named & { readonly vendor: string }) =>
    `${primitive} is made by ${vendor}: add a profile of ${vendor} with a key, and choose it.`,
  'vendor-no-block': ({ model, stop }: OfModel & { readonly stop: string | null }) =>
    `${model} answered without a compaction block${stop === null ? '' : ` and stopped with "${stop}"`}${stop === 'max_tokens' ? ': raise the longest output of the settings' : ''}.`,
  'vendor-several-blocks': ({ model, blocks }: OfModel & { readonly blocks: number }) =>
    `${model} answered with ${formatCount(blocks)} compaction blocks: which of them stands for the history is not said.`,
  'vendor-empty-block': ({ model }: OfModel) =>
    `${model} could not compact the history: its compaction block is empty.`,
  'vendor-unreadable': ({ model }: OfModel) => `${model} gave a compaction that cannot be read.`,
  'vendor-refused': ({ model }: OfModel) => `${model} refused to compact the history.`,
  'vendor-sealed-history': ({ primitive, count }: Named & { readonly count: number }) =>
    `The history holds ${formatCountWithNoun(count, 'summary', 'summaries')} that another vendor encrypted: ${primitive} cannot be shown what they stand for.`,
})

/** What a person should know about a result that a vendor made. */
export const vendorWarning = makeNotes({
  'vendor-encrypted': ({ tokens, isTold }: { readonly tokens: number; readonly isTold: boolean }) =>
    isTold
      ? `The summary is encrypted: only its vendor can read it. It has ${formatCount(tokens)} tokens by the vendor's count.`
      : `The summary is encrypted: only its vendor can read it. The vendor told no count of tokens: ${formatCount(tokens)} is a guess by its size.`,
  'vendor-kept': (figures: { readonly kept: number; readonly of: number; readonly added: number }) =>
    `${formatCount(figures.kept)} of ${formatCountWithNoun(figures.of, 'user message')} kept word by word${figures.added === 0 ? '.' : `. ${formatCountWithNoun(figures.added, 'message')} of the answer ${figures.added === 1 ? 'stands' : 'stand'} in none of them.`}`,
  'vendor-left-out': ({ primitive, what }: Named & { readonly what: readonly LeftOut[] }) =>
    `${primitive} was not shown: ${what.map(({ what: name, count }) => `${name} (${formatCount(count)})`).join(', ')}.`,
  'vendor-as-text': ({ primitive, what }: Named & { readonly what: readonly LeftOut[] }) =>
    `${primitive} was shown as text: ${what.map(({ what: name, count }) => `${name} (${formatCount(count)})`).join(', ')}.`,
  'vendor-counted': (figures: { readonly readTokens: number; readonly writtenTokens: number | null }) =>
    `By the vendor's count, the compaction read ${formatCount(figures.readTokens)} tokens${figures.writtenTokens === null ? '.' : ` and wrote ${formatCount(figures.writtenTokens)}.`}`,
  'vendor-own-tokens-missing': ({ primitive }: Named) =>
    `The answer tells no tokens of the compaction itself. What ${primitive} cost is more than is counted here.`,
})

/** Why a compaction by a vendor had nothing to do, or changed nothing. */
export const vendorIdle = makeNotes({
  'vendor-nothing-to-send': ({ primitive }: Named) =>
    `${primitive} needs two messages at least, calls without results apart.`,
  'vendor-below-minimum': (figures: {
    readonly primitive: string
    readonly tokens: number
    readonly minimumTokens: number
  }) =>
    `${figures.primitive} compacts from ${formatCount(figures.minimumTokens)} tokens on. The history has about ${formatCount(figures.tokens)}.`,
  'vendor-not-triggered': (figures: {
    readonly model: string
    readonly triggerTokens: number
    readonly readTokens: number | null
  }) =>
    `${figures.model} did not compact: the history is below ${formatCount(figures.triggerTokens)} tokens by its count${figures.readTokens === null ? '.' : `, which is ${formatCount(figures.readTokens)}.`}`,
})

/** What a compaction by a vendor did to a message or a part. */
export const vendorChange = makeNotes({
  compacted: ({ primitive, messages }: Named & { readonly messages: number }) =>
    `${formatCountWithNoun(messages, 'message')} compacted by ${primitive}`,
  'not-kept': ({ primitive }: Named) => `not kept by ${primitive}`,
})

/** What should be known of a simulated edit that is held against the count of its vendor. */
export const vendorCheck = makeNotes({
  'check-sends': ({ profile }: { readonly profile: string }) =>
    `The whole history goes to the address of the profile ${profile} to be counted. Nothing is sampled or paid for.`,
  'check-below-trigger': ({ triggerTokens }: { readonly triggerTokens: number }) =>
    `By Dewpoint's count the history is not above the trigger of ${formatCount(triggerTokens)} tokens: nothing is cleared.`,
})

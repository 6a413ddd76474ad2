import {
  alignRight,
  buildFacts,
  buildTable,
  buildText,
  type Block,
} from '../../../../shared/document/document.ts'
import { assertNever } from '../../../../shared/kernel/assert-never.ts'
import { formatCount } from '../../../../shared/kernel/format-count-with-noun.ts'
import { formatDuration, formatUsd } from '../../../../shared/kernel/format-figures.ts'
import { inheritThreshold, type ProfileRoles } from '../../../../shared/models/model-profile-types.ts'
import type {
  ConnectionTest,
  KeyState,
  ProfileList,
  ProfileView,
} from '../../../../shared/models/profiles-contract.ts'

/** `profiles list`. */
export function buildProfileList({ profiles, roles }: ProfileList): readonly Block[] {
  if (profiles.length === 0)
    return [
      buildText(
        'No profiles yet: summaries are extractive. Add one with `dewpoint profiles add` (see its `--help`).',
      ),
    ]
  return [
    buildTable(
      ['profile', 'model', 'role', ...alignRight('window', 'threshold'), 'key', 'problems'],
      profiles.map(({ profile, key, obstacle }) => [
        profile.id,
        `${profile.vendor}: ${profile.model}`,
        describeProfileRole(profile.id, roles),
        formatCount(profile.windowTokens),
        formatThreshold(profile.threshold),
        describeKeySource(key),
        obstacle,
      ]),
    ),
  ]
}

/** One profile as it was saved, with what was assumed about it. */
export function buildProfile(view: ProfileView, assumed: readonly string[] = []): readonly Block[] {
  const { profile, key, obstacle, prices, knownAs, warnings } = view
  return [
    buildFacts([
      ['profile', `${profile.id} (${profile.name})`],
      ['model', `${profile.vendor}: ${profile.model}`],
      ['address', profile.baseUrl ?? ''],
      [
        'window',
        `${formatCount(profile.windowTokens)} tokens, answers of up to ${formatCount(profile.maxOutputTokens)}`,
      ],
      ['threshold', formatThreshold(profile.threshold)],
      ['prompt', profile.condensingPrompt ?? 'inherit'],
      ['prices', formatPrices(prices, knownAs)],
      ['recording', profile.recording?.file ?? ''],
      ['key', describeKeySource(key)],
      ['assumed', assumed.join('; ')],
      ['problems', obstacle],
      ['warning', warnings],
    ]),
  ]
}

/** `profiles roles`. */
export function buildProfileRoles({ main, condensing }: ProfileRoles): readonly Block[] {
  const instead = main === null ? 'none: the built-in extractive model' : 'none: the main one'
  return [
    buildFacts([
      ['main', main ?? 'none'],
      ['condensing', condensing ?? instead],
    ]),
  ]
}

/** `profiles test`. */
export function buildConnectionTest(test: ConnectionTest): readonly Block[] {
  const { message, warning, durationMs, firstAnswerMs, usage, costUsd, missingPrices, tokenCount } = test
  return [
    { kind: 'heading', text: message },
    buildFacts([
      firstAnswerMs !== null && ['first answer', formatDuration(firstAnswerMs)],
      durationMs > 0 && ['all', formatDuration(durationMs)],
      usage && ['tokens', `${usage.input + usage.cacheReads + usage.cacheWrites} in, ${usage.output} out`],
      tokenCount && ['counted by the vendor', `${tokenCount.vendor}, by us ${tokenCount.ours}`],
      usage && ['cost', costUsd === null ? 'unknown' : formatUsd(costUsd)],
      ['no price for', missingPrices.join(', ')],
      warning !== undefined && ['warning', warning],
    ]),
  ]
}

function describeProfileRole(id: string, { main, condensing }: ProfileRoles): string {
  return [...(main === id ? ['main'] : []), ...(condensing === id ? ['condensing'] : [])].join(', ')
}

function formatThreshold(threshold: number): string {
  return threshold === inheritThreshold ? 'inherit' : `${threshold} %`
}

/** Where a key comes from; never the key. */
function describeKeySource({ source, variables }: KeyState): string {
  switch (source) {
    case 'stored':
      return 'stored'
    case 'plain-text':
      return 'stored, unprotected'
    case 'environment':
      return 'from the environment'
    case 'missing':
      return `missing (${variables.join(' or ')})`
    case 'not-needed':
      return 'not needed'
    default:
      return assertNever(source)
  }
}

function formatPrices({ input, output }: ProfileView['prices'], knownAs: string | null): string {
  const price = (value: number | undefined): string => (value === undefined ? 'unknown' : `$${value}`)
  const known = knownAs === null ? '' : `, known as ${knownAs}`
  return `${price(input)} in, ${price(output)} out per million tokens${known}`
}

import { assertNever } from '../../../../shared/kernel/assert-never.ts'
import { formatCount } from '../../../../shared/kernel/format-count-with-noun.ts'
import { inheritThreshold, type ProfileRoles } from '../../../../shared/models/model-profile-types.ts'
import type {
  ConnectionTest,
  KeyState,
  ProfileList,
  ProfileView,
} from '../../../../shared/models/profiles-contract.ts'
import { formatDuration, formatUsd, formatOneLine } from '../../../terminal/output/figures.ts'
import { formatPairs, formatTable } from '../../../terminal/output/table.ts'
import { formatAsTyped } from '../../common/find-own-command.ts'

/** `profiles list` for people. */
export function formatProfileList({ profiles, roles }: ProfileList): string {
  if (profiles.length === 0)
    return formatAsTyped(
      'No profiles yet: summaries are extractive. Add one with `dewpoint profiles add` (see its `--help`).\n',
    )
  return formatTable(
    [
      { title: 'profile' },
      { title: 'model' },
      { title: 'role' },
      { title: 'window', align: 'right' },
      { title: 'threshold', align: 'right' },
      { title: 'key' },
      { title: 'problems' },
    ],
    profiles.map(({ profile, key, obstacle }) => [
      profile.id,
      `${profile.vendor}: ${formatOneLine(profile.model, 50)}`,
      describeProfileRole(profile.id, roles),
      formatCount(profile.windowTokens),
      formatThreshold(profile.threshold),
      describeKeySource(key),
      formatOneLine(obstacle, 200),
    ]),
  )
}

/** One profile as it was saved, with what was assumed about it. */
export function formatProfile(view: ProfileView, assumed: readonly string[]): string {
  const { profile, key, obstacle, prices, knownAs, warnings } = view
  return formatPairs([
    ['profile', `${profile.id} (${formatOneLine(profile.name)})`],
    ['model', `${profile.vendor}: ${formatOneLine(profile.model, 200)}`],
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
    ...warnings.map((warning): [string, string] => ['warning', warning]),
  ])
}

/** `profiles roles` for people. */
export function formatProfileRoles({ main, condensing }: ProfileRoles): string {
  return formatPairs([
    ['main', main ?? 'none'],
    [
      'condensing',
      condensing ?? (main === null ? 'none: the built-in extractive model' : 'none: the main one'),
    ],
  ])
}

/** `profiles test` for people. */
export function formatConnectionTest(test: ConnectionTest): string {
  const { message, warning, durationMs, firstAnswerMs, usage, costUsd, missingPrices, tokenCount } = test
  const figures = formatPairs([
    ['first answer', firstAnswerMs === null ? '' : formatDuration(firstAnswerMs)],
    ['all', durationMs === 0 ? '' : formatDuration(durationMs)],
    [
      'tokens',
      usage === null ? '' : `${usage.input + usage.cacheReads + usage.cacheWrites} in, ${usage.output} out`,
    ],
    ['counted by the vendor', tokenCount === null ? '' : `${tokenCount.vendor}, by us ${tokenCount.ours}`],
    ['cost', usage === null ? '' : formatUsd(costUsd)],
    ['no price for', missingPrices.join(', ')],
  ])
  const caution = warning === undefined ? '' : `warning: ${formatOneLine(warning, 1000)}\n`
  return `${formatOneLine(message, 1000)}\n${figures}${caution}`
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

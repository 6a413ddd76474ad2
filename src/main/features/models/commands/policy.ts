import type { Command } from 'commander'
import { buildFacts, type Block } from '../../../../shared/document/document.ts'
import type { Spending } from '../../../../shared/installation/policy-contract.ts'
import { policySchema, type Policy } from '../../../../shared/installation/policy-types.ts'
import { formatIssueSentence } from '../../../../shared/kernel/describe-issue.ts'
import { formatCountWithNoun } from '../../../../shared/kernel/format-count-with-noun.ts'
import { formatUsd } from '../../../../shared/kernel/format-figures.ts'
import { describePerhapsPaid } from '../../../../shared/kernel/words/perhaps-paid.ts'
import { addCommand, type Runner } from '../../../terminal/arguments/add-command.ts'
import { CliFailure } from '../../../terminal/cli-failure.ts'
import { withDewpoint, type CommandContext, type CommonOptions } from '../../../terminal/context.ts'
import { printAnswer } from '../../../terminal/print-answer.ts'

/** `dewpoint policy`. */
export function addPolicyCommand(program: Command, run: Runner): void {
  addCommand(
    program,
    'policy',
    'Show or set the policy of every condensation: threshold, gain, provider, prompt, budgets, alert.',
    'policy --set threshold=75 --set budget-per-day=2',
  )
    .option('--set <key=value...>', 'set a value, or several (`none` removes a limit)')
    .action(run(runPolicyCommand))
}

type PolicyOptions = CommonOptions & { readonly set?: readonly string[] }

/** What a person types for a field of the policy. */
const keys: Readonly<Record<string, keyof Policy>> = {
  auto: 'autoCondense',
  threshold: 'thresholdPercent',
  stop: 'stopPercent',
  early: 'earlyPercent',
  'minimum-gain': 'minimumGainPercent',
  provider: 'defaultProvider',
  prompt: 'condensingPrompt',
  alert: 'alertCostUsd',
  'budget-per-run': 'budgetPerRunUsd',
  'budget-per-task': 'budgetPerTaskUsd',
  'budget-per-day': 'budgetPerDayUsd',
}

/** `dewpoint policy`: what holds for every condensation. Resolves to the exit code. */
async function runPolicyCommand(options: PolicyOptions, context: CommandContext): Promise<number> {
  const changes = (options.set ?? []).map(readChange)
  const [policy, today] = await withDewpoint(options, context, async ({ client }) => {
    const before = await client.policy.get()
    const after = changes.length === 0 ? before : await client.policy.set(applyPolicyChanges(before, changes))
    return [after, await client.policy.spendingToday()] as const
  })
  return printAnswer(options, context, { policy, today }, () => [buildPolicyFacts(policy, today)])
}

type Change = { readonly key: string; readonly field: keyof Policy; readonly value: unknown }

function readChange(text: string): Change {
  const [key = '', value, ...more] = text.split('=')
  const field = keys[key]
  if (field === undefined || value === undefined || more.length > 0) {
    throw new CliFailure({
      message: field === undefined ? `The policy has no ${key}.` : '--set takes key=value.',
      hint: `Keys: ${Object.keys(keys).join(', ')}.`,
    })
  }
  return { key, field, value: readValue(value.trim()) }
}

function readValue(text: string): unknown {
  switch (text) {
    case 'none':
      return null
    case 'on':
    case 'true':
      return true
    case 'off':
    case 'false':
      return false
    default:
      return text === '' || Number.isNaN(Number(text)) ? text : Number(text)
  }
}

function applyPolicyChanges(before: Policy, changes: readonly Change[]): Policy {
  const fields = Object.fromEntries(changes.map(({ field, value }) => [field, value]))
  const parsed = policySchema.safeParse({ ...before, ...fields })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const key = changes.find(({ field }) => field === issue?.path[0])?.key ?? ''
  throw new CliFailure({
    message: issue === undefined ? key : formatIssueSentence({ ...issue, path: [key] }),
  })
}

function buildPolicyFacts(policy: Policy, today: Spending): Block {
  const limit = (valueUsd: number | null): string => (valueUsd === null ? 'none' : formatUsd(valueUsd))
  const formatPercentOrOff = (value: number | null): string => (value === null ? 'none' : `${value} %`)
  const reserved = today.reservedUsd === 0 ? '' : `, up to ${formatUsd(today.reservedUsd)} more reserved`
  return buildFacts([
    ['auto', policy.autoCondense ? 'on' : 'off'],
    ['threshold', formatPercentOrOff(policy.thresholdPercent)],
    ['stop', formatPercentOrOff(policy.stopPercent)],
    ['early', formatPercentOrOff(policy.earlyPercent)],
    ['minimum-gain', formatPercentOrOff(policy.minimumGainPercent)],
    ['provider', policy.defaultProvider],
    ['prompt', policy.condensingPrompt ?? 'built in'],
    ['alert', formatUsd(policy.alertCostUsd)],
    ['budget-per-run', limit(policy.budgetPerRunUsd)],
    ['budget-per-task', limit(policy.budgetPerTaskUsd)],
    ['budget-per-day', limit(policy.budgetPerDayUsd)],
    [
      'spent today',
      `${formatUsd(today.spentUsd)} in ${formatCountWithNoun(today.calls, 'call')}${describePerhapsPaid(today.perhapsPaid)}${reserved}`,
    ],
  ])
}

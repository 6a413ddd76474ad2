import type { Command } from 'commander'
import { buildTable, buildText, type Block } from '../../../../shared/document/document.ts'
import { formatCount } from '../../../../shared/kernel/format-count-with-noun.ts'
import { vendorCheck } from '../../../../shared/kernel/words/vendor-compaction.ts'
import type { ArmCheck } from '../../../../shared/methods/arm-types.ts'
import { CliFailure } from '../../../terminal/cli-failure.ts'
import type { CommandContext, CommonOptions } from '../../../terminal/context.ts'
import { printAnswer } from '../../../terminal/print-answer.ts'
import type { Dewpoint } from '../../common/dewpoint.ts'

/** Options of a check of simulated clearing. */
export type CheckOptions = {
  readonly arm?: string
  /** A profile whose vendor counts what the arm leaves. */
  readonly checkWith?: string
}

/** Adds `--check-with`. */
export function addCheckOption(condense: Command): Command {
  return condense.option(
    '--check-with <id>',
    'with --arm clear-tool-uses or clear-thinking: let the Anthropic profile of this id count what is left, which sends the history and costs nothing',
  )
}

/** Prints what the arm leaves by Dewpoint's count and by that of its vendor. */
export async function checkArm(
  client: Dewpoint['client'],
  taskId: string,
  { arm, checkWith: profileId = '', json = false }: CheckOptions & CommonOptions,
  { terminal, signal }: CommandContext,
): Promise<number> {
  if (arm === undefined)
    throw new CliFailure({
      message: 'A check needs a method.',
      where: '--check-with',
      hint: 'Add `--arm clear-tool-uses` or `--arm clear-thinking`.',
    })
  terminal.err(`${vendorCheck('check-sends', { profile: profileId }).message}\n`)
  const check = await client.arms.check({ taskId, arm, profileId }, { signal })
  return printAnswer({ json }, { terminal }, check, buildArmCheck)
}

/** `condense --check-with`: both counts side by side. */
function buildArmCheck({ arm, model, dewpoint, vendor, difference, notes }: ArmCheck): readonly Block[] {
  const countCleared = ({ originalTokens, remainingTokens }: ArmCheck['vendor']): number =>
    originalTokens - remainingTokens
  const rows = [
    ['original', dewpoint.originalTokens, vendor.originalTokens, difference.originalTokens],
    ['remaining', dewpoint.remainingTokens, vendor.remainingTokens, difference.remainingTokens],
    ['cleared', countCleared(dewpoint), countCleared(vendor), difference.clearedTokens],
  ] as const
  return [
    buildText(arm),
    buildTable(
      ['input tokens', 'Dewpoint', model, 'difference'],
      rows.map(([title, ours, theirs, apart]) => [
        title,
        formatCount(ours),
        formatCount(theirs),
        `${apart > 0 ? '+' : ''}${formatCount(apart)}`,
      ]),
    ),
    buildText(notes.map(({ message }) => `note: ${message}`)),
  ]
}

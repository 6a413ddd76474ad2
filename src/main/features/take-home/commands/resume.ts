import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { RunRequest } from '../../../../shared/condense/runs-contract.ts'
import { quoteShellWord } from '../../../../shared/kernel/quote-shell-word.ts'
import type { SessionCopy, WrittenSession } from '../../../../shared/take-home/session-copy-types.ts'
import { addCommand, taskHelp, type Runner } from '../../../terminal/arguments/add-command.ts'
import { findTask } from '../../../terminal/arguments/find-task.ts'
import { readSettingsFile } from '../../../terminal/arguments/read-settings-file.ts'
import { CliFailure } from '../../../terminal/cli-failure.ts'
import { withDewpoint, type CommandContext, type CommonOptions } from '../../../terminal/context.ts'
import { runToEnd } from '../../../terminal/jobs/run-to-end.ts'
import { drawDocument } from '../../../terminal/output/draw-document.ts'
import { printAnswer } from '../../../terminal/print-answer.ts'
import { buildCancelledRun } from '../../condense/commands/build-outcome.ts'
import { buildSessionCopy } from './build-session-copy.ts'

/** `dewpoint resume`. */
export function addResumeCommand(program: Command, run: Runner): void {
  addCommand(
    program,
    'resume',
    'Write a condensed copy of a session that its agent continues. The original is only read.',
    'resume ~/.claude/projects/-work/0b7e.jsonl --arm clear-tool-uses --dry-run',
  )
    .argument('<task>', taskHelp)
    .requiredOption('--arm <id>', 'method to condense with, see `dewpoint arms`')
    .option('--settings <file>', 'JSON file with settings, over those of the method')
    .option('--cwd <folder>', 'folder to continue in, where the one of the session is gone or moved')
    .option('-o, --out <folder>', 'folder to write into instead of that of the agent')
    .option('--dry-run', 'say what would be written, and write nothing')
    .action(run(resumeCommand))
}

type ResumeOptions = CommonOptions & {
  readonly arm: string
  readonly settings?: string
  readonly cwd?: string
  readonly out?: string
  readonly dryRun?: boolean
}

/** `dewpoint resume <task>`. Resolves to 1 where the arm failed, 2 where it changed nothing, 130 where it was cancelled. */
async function resumeCommand(name: string, options: ResumeOptions, context: CommandContext): Promise<number> {
  const { folder, terminal } = context
  const settings =
    options.settings === undefined ? null : await readSettingsFile(resolve(folder, options.settings))
  return withDewpoint(options, context, async ({ client }) => {
    const task = await findTask(name, client, folder)
    const request: RunRequest = {
      taskId: task.id,
      arm: options.arm,
      ...(settings === null ? {} : { settings }),
    }
    const run = await runToEnd(client, request, options, context)
    if (run.status === 'cancelled') {
      terminal.err(drawDocument(buildCancelledRun(run)))
      return 130
    }
    if (run.outcome?.status !== 'condensed') {
      throw new CliFailure({
        message: `${options.arm} ${run.outcome?.status === 'unchanged' ? 'changes nothing in this history' : `ended as ${run.status}`}: ${run.outcome?.error?.message ?? run.outcome?.reason ?? 'no reason was given'}`,
        where: task.path,
        hint: 'Nothing was written. Choose another method, see `dewpoint compare`.',
        exitCode: run.outcome?.status === 'unchanged' ? 2 : 1,
      })
    }
    const copyRequest = {
      runId: run.id,
      ...(options.out === undefined ? {} : { out: resolve(folder, options.out) }),
      ...(options.cwd === undefined ? {} : { cwd: resolve(folder, options.cwd) }),
    }
    const isDry = options.dryRun === true
    const copy = await (isDry ? client.resume.plan(copyRequest) : client.resume.write(copyRequest))
    const tokens = run.outcome.stats?.finalTokens ?? null
    return printAnswer(options, context, copyJson(copy, tokens), () => buildSessionCopy(copy, !isDry))
  })
}

/** What `--json` says of a copy. `writtenId` is what `dewpoint written` calls it, null where nothing was written. */
function copyJson(copy: SessionCopy | WrittenSession, tokens: number | null): object {
  const { trial, sessionId, files, commands, ...more } = copy
  const writtenId = 'sha256' in copy ? copy.id : null
  return {
    ...more,
    agent: trial.agent,
    triedWith: trial.version,
    id: sessionId,
    writtenId,
    path: files[0]?.path ?? null,
    files,
    command: commands.map((command) => command.map(quoteShellWord).join(' ')).join(' && '),
    commands,
    tokens,
    dryRun: writtenId === null,
  }
}

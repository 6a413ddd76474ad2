import type { Command } from 'commander'
import type { Runner } from '../program/command.ts'
import { addCheckCommand } from './experiment-check.ts'
import { addFileCommands } from './experiment-files.ts'
import { addRunCommand } from './experiment-run.ts'
import { addListCommands } from './experiments.ts'

/** `dewpoint experiment …`. */
export function addExperimentCommands(program: Command, run: Runner): void {
  const experiment = program
    .command('experiment')
    .description('Compare condensations on many tasks, with error bars.')
    .helpCommand(false)
  addRunCommand(experiment, run)
  addCheckCommand(experiment, run)
  addListCommands(experiment, run)
  addFileCommands(experiment, run)
}

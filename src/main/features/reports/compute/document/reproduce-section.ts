import { buildText } from '../../../../../shared/document/document.ts'
import type { Section } from './report-document.ts'
import type { ReportInput } from './report-input.ts'

/** The file and the command. */
export function buildReproduceSection({ experiment, redaction }: ReportInput): Section {
  const { probe } = experiment.plan
  if (probe !== undefined)
    return {
      title: 'How to reproduce',
      blocks: [
        buildText(
          'Where the sessions and the project are as they were, this runs what is missing, and shows the rest:',
        ),
        { kind: 'code', label: 'Command', text: probe.command, isFolded: false },
        { kind: 'code', label: 'What was asked for', text: experiment.text, isFolded: false },
        buildText('Statistics come out the same. An agent with a model may do something else each time.'),
      ],
    }
  const note =
    redaction === null
      ? 'Save the file, make sure that its tasks and prompts are where it says, and run:'
      : 'Names and places in the file were replaced. Put your own in their place, and run:'
  return {
    title: 'How to reproduce',
    blocks: [
      buildText(note),
      { kind: 'code', label: 'Command', text: 'dewpoint experiment run experiment.yaml', isFolded: false },
      { kind: 'code', label: 'experiment.yaml', text: experiment.text, isFolded: false },
      buildText(
        'Cells without a model, and all statistics, come out the same. Answers of models may differ. ' +
          `The content hash ${experiment.summary.contentSha256.slice(0, 16)} tells whether the experiment is the same.`,
      ),
    ],
  }
}

import { Table } from '@mantine/core'
import {
  formatAction,
  describeBans,
  describeFinding,
  stepResultWords,
} from '../../../../shared/experiments/judged-words.ts'
import { showControls } from '../../../../shared/experiments/show-controls-lib.ts'
import type { Evidence, RawAnswer, ResumedStep } from '../../../../shared/kernel/evidence.ts'
import { HeadCell } from '../../../ui/components/explained.tsx'
import { Block, Inline, Note, Panel, Pre, Scroll } from '../../../ui/layout/layout.tsx'

type Of<K extends Evidence['kind']> = Omit<Extract<Evidence, { kind: K }>, 'kind'>

/** The next actions that a model takes from the full and from the condensed context, and what is wrong with them. */
export function ResumeEvidence({ full, condensed, bans, answers, notes }: Of<'resume'>) {
  return (
    <Scroll tabIndex={0} role="region" aria-label="Resume check">
      <Block component="p" pb={6} px="md" c="var(--text)" fz="xs">
        {showControls(describeBans(bans))}
      </Block>
      <Table w="auto" aria-label="Actions">
        <Table.Thead>
          <Table.Tr>
            <HeadCell label="From" />
            <HeadCell label="Action" />
            <HeadCell label="Result" term="result-of-call" />
            <HeadCell label="Findings" />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <StepRows label="The full context" steps={full} />
          <StepRows label="The condensed context" steps={condensed} />
        </Table.Tbody>
      </Table>
      <Notes notes={notes} />
      <RawAnswers answers={answers} />
    </Scroll>
  )
}

type StepRowsProps = { readonly label: string; readonly steps: readonly ResumedStep[] }

function StepRows({ label, steps }: StepRowsProps) {
  return steps.map(({ action, result, findings }, index) => (
    <Table.Tr key={index}>
      <Table.Td>{index === 0 ? label : ''}</Table.Td>
      <Table.Td maw={360} ff="monospace" style={{ overflowWrap: 'anywhere' }}>
        {showControls(formatAction(action))}
      </Table.Td>
      <Table.Td>{stepResultWords[result]}</Table.Td>
      <Table.Td data-fate={findings.length === 0 ? 'kept' : 'lost'}>
        {findings.length === 0 ? '✓ none' : `✗ ${showControls(findings.map(describeFinding).join(' '))}`}
      </Table.Td>
    </Table.Tr>
  ))
}

/** What is to be known of answers, such as what was left out. */
export function Notes({ notes }: { readonly notes: readonly string[] }) {
  return notes.map((note, index) => (
    <Note key={index} px="md" pb={6}>
      {showControls(note)}
    </Note>
  ))
}

/** What the models said, word for word. */
export function RawAnswers({ answers }: { readonly answers: readonly RawAnswer[] }) {
  return answers.map((answer, index) => (
    <Panel key={index} component="details" mx="md" mb="sm" py="sm" px={10} fz="xs">
      <summary>
        {showControls(answer.label)}{' '}
        <Inline c="dimmed" fw={400}>
          {showControls(answer.model)} · {answer.prompt}
        </Inline>
      </summary>
      <Pre mah={360} mt={6} scroll>
        {showControls(answer.text)}
      </Pre>
    </Panel>
  ))
}

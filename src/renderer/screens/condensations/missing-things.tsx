import { Link } from 'wouter'
import type { Autopsied, MissingThing } from '../../../shared/condensations/autopsy-types.ts'
import {
  describeGap,
  describeOthers,
  describeThing,
  selectShownThings,
  writeRestoreNote,
} from '../../../shared/condensations/autopsy-words.ts'
import { showControls } from '../../../shared/kernel/show-controls.ts'
import type { TaskSummary } from '../../../shared/library/task-types.ts'
import { OwnCommand } from '../../data/own-command.tsx'
import { routes } from '../../lib/routes.ts'
import { CopyTextButton } from '../../ui/components/copy-text-button.tsx'
import { SectionHead } from '../../ui/components/section-head.tsx'
import { Block, Column, Heading, Inline, Mono, Note } from '../../ui/layout/layout.tsx'

type MissingThingsProps = { readonly task: Pick<TaskSummary, 'id' | 'path'>; readonly one: Autopsied }

/** What a condensation left out that was needed later, worst first, and the way to give it back to the agent. */
export function MissingThings({ task, one }: MissingThingsProps) {
  const { shown, more } = selectShownThings(one)
  if (one.unexamined !== null) return null
  return (
    <Block component="section" miw={0} aria-label="Needed later and missing">
      <SectionHead title="Needed later and missing" />
      {shown.length === 0 ? (
        <Note px="md">Nothing is known to have been needed.</Note>
      ) : (
        <Column component="ol" gap="xs" px="md" fz="xs" lh="16px" breaks aria-label="Chains, worst first">
          {shown.map((thing) => (
            <li key={`${thing.said} ${thing.used} ${thing.texts.join(' ')}`}>
              <Chain thing={thing} taskId={task.id} gap={describeGap(one)} />
            </li>
          ))}
        </Column>
      )}
      <Note px="md">{more}</Note>
      <Note px="md" pt="xs">
        {describeOthers(one)}
      </Note>
      {shown.length > 0 && <GiveBack task={task} one={one} />}
    </Block>
  )
}

/** The missing lines as a text to paste, and the command that writes them to a file. */
function GiveBack({ task, one }: MissingThingsProps) {
  return (
    <Column gap="xs" px="md" pt="md" align="flex-start">
      <Heading component="h3">Give it back</Heading>
      <CopyTextButton text={writeRestoreNote([one])} label="Copy the missing lines" />
      <Note>As a note for the agent, on the command line:</Note>
      <Mono breaks>
        <OwnCommand>
          autopsy {showControls(quoteArgument(task.path === '' ? task.id : task.path))} --at {one.n} --restore
        </OwnCommand>
      </Mono>
    </Column>
  )
}

function quoteArgument(text: string): string {
  return /^[\w./:#@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}

type ChainProps = { readonly taskId: string; readonly thing: MissingThing; readonly gap: string }

/** What was done again, and where it was said, gone and needed. */
function Chain({ taskId, thing, gap }: ChainProps) {
  return (
    <>
      <div title={showControls(thing.texts.join('\n'))}>{showControls(describeThing(thing))}</div>
      <Inline c="dimmed">
        <Link href={routes.message(taskId, thing.said)}>said in #{thing.said}</Link> → {gap} →{' '}
        <Link href={routes.message(taskId, thing.used)}>needed in #{thing.used}</Link>
      </Inline>
    </>
  )
}

import { Table, Button, Select } from '@mantine/core'
import { IconFlask } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'wouter'
import type { RunSummary } from '../../../shared/condense/run-types.ts'
import { formatInteger } from '../../../shared/kernel/format-figures.ts'
import type { Prompt, PromptVersion } from '../../../shared/prompts/prompt-types.ts'
import { useEngine } from '../../data/engine-context.ts'
import { toProblem } from '../../data/to-problem.ts'
import { usePreference } from '../../data/use-preference.ts'
import { formatCountWithNoun, formatTime } from '../../lib/format.ts'
import { routes } from '../../lib/routes.ts'
import { TextDiff } from '../../ui/components/diff/text-diff.tsx'
import { ErrorPanel } from '../../ui/components/error-panel.tsx'
import { HeadCell } from '../../ui/components/explained.tsx'
import { Bar, Block, Inline, Note, Row } from '../../ui/layout/layout.tsx'
import { buildDraftKey, promptDraftSchema } from './use-prompt-draft.ts'

type RestoreButtonProps = { readonly promptId: string; readonly version: number; readonly text: string }

/** Most runs that are listed. Others are counted. */
const shownUses = 12

/** Every version with its note, and the runs that used it. */
export function PromptVersions({ prompt }: { readonly prompt: Prompt }) {
  const { queries } = useEngine()
  const uses = useQuery(queries.prompts.uses.queryOptions({ input: { promptId: prompt.id } }))
  const runs = useQuery(queries.runs.list.queryOptions({ input: {} })).data ?? []
  const findUses = (version: number): readonly RunSummary[] => {
    const ids = new Set((uses.data ?? []).filter((use) => use.version === version).map((use) => use.runId))
    return runs.filter(({ id }) => ids.has(id))
  }
  return (
    <>
      {uses.isError && <ErrorPanel problem={toProblem(uses.error)} onRetry={() => void uses.refetch()} />}
      <Table>
        <Table.Thead>
          <Table.Tr>
            <HeadCell w={84} label="Version" />
            <HeadCell w={140} label="Written" term="written-at" />
            <HeadCell w={110} ta="right" label="Characters" />
            <HeadCell label="Note" />
            <HeadCell w={280} label="Used by" />
            {!prompt.isBuiltIn && <HeadCell w={160} label="Restore" />}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {prompt.versions.toReversed().map(({ version, createdTs, text, note }) => (
            <Table.Tr key={version}>
              <Table.Td>
                {version > 1 ? (
                  <Link
                    href={routes.promptVersions(prompt.id, version - 1, version)}
                    title={`Compare with version ${version - 1}`}
                  >
                    {version}
                  </Link>
                ) : (
                  version
                )}
              </Table.Td>
              <Table.Td>{prompt.isBuiltIn ? 'with Dewpoint' : formatTime(createdTs)}</Table.Td>
              <Table.Td ta="right">{formatInteger(text.length)}</Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{note === '' ? '–' : note}</Table.Td>
              <Table.Td>
                <Uses runs={findUses(version)} />
              </Table.Td>
              {!prompt.isBuiltIn && (
                <Table.Td>
                  {version < prompt.versions.length && (
                    <RestoreButton promptId={prompt.id} version={version} text={text} />
                  )}
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </>
  )
}

function Uses({ runs }: { readonly runs: readonly RunSummary[] }) {
  if (runs.length === 0) return <Note component="span">no run yet</Note>
  const more = runs.length - shownUses
  return (
    <Row component="span" align="stretch" wrap gap="2px md">
      {runs.slice(0, shownUses).map((run) => (
        <Link key={run.id} href={routes.run(run)}>
          Run of {formatTime(run.startedTs)}
        </Link>
      ))}
      {more > 0 && <Note component="span">and {formatCountWithNoun(more, 'more', 'more')}</Note>}
    </Row>
  )
}

/** Starts the next version with the text of an old one. Nothing is stored until it is saved. */
function RestoreButton({ promptId, version, text }: RestoreButtonProps) {
  const [, navigate] = useLocation()
  const [, store] = usePreference(buildDraftKey(promptId), promptDraftSchema, null)
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-xs"
      onClick={() => {
        store({ text, note: `As version ${version}` })
        navigate(routes.prompt(promptId), { replace: true })
      }}
    >
      Edit from version {version}
    </Button>
  )
}

type PromptCompareProps = { readonly prompt: Prompt; readonly before: number; readonly after: number }

type VersionSelectProps = {
  readonly label: string
  readonly prompt: Prompt
  readonly value: number
  readonly onChange: (version: number) => void
}

/** Any two versions as one text: what went is struck through, what came is underlined. */
export function PromptCompare({ prompt, before, after }: PromptCompareProps) {
  const [, navigate] = useLocation()
  const find = (version: number): PromptVersion | undefined =>
    prompt.versions.find((candidate) => candidate.version === version)
  const show = (from: number, to: number): void =>
    navigate(routes.promptVersions(prompt.id, from, to), { replace: true })
  const old = find(before)
  const young = find(after)
  return (
    <>
      <Bar>
        <VersionSelect label="From" prompt={prompt} value={before} onChange={(from) => show(from, after)} />
        <Inline c="var(--faint)" aria-hidden>
          →
        </Inline>
        <VersionSelect label="To" prompt={prompt} value={after} onChange={(to) => show(before, to)} />
        {young !== undefined && young.note !== '' && <Note component="span">{young.note}</Note>}
        <Inline flex={1} />
        {prompt.purpose === 'conversation' && (
          <Button
            variant="default"
            leftSection={<IconFlask size={14} aria-hidden />}
            disabled={before === after}
            onClick={() =>
              navigate(routes.comparePrompts([before, after].map((version) => `${prompt.id}@${version}`)))
            }
          >
            Compare on tasks
          </Button>
        )}
      </Bar>
      <Block flex={1} mih={0}>
        {old === undefined || young === undefined ? (
          <Note>This prompt has no such version.</Note>
        ) : (
          <TextDiff before={old.text} after={young.text} />
        )}
      </Block>
    </>
  )
}

function VersionSelect({ label, prompt, value, onChange }: VersionSelectProps) {
  return (
    <Select
      aria-label={label}
      w={220}
      data={prompt.versions.toReversed().map(({ version, createdTs }) => ({
        value: String(version),
        label: `Version ${version} · ${formatTime(createdTs)}`,
      }))}
      value={String(value)}
      allowDeselect={false}
      onChange={(version) => version !== null && onChange(Number(version))}
    />
  )
}

import { Button, Table } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { PresetEntry } from '../../../../shared/methods/preset-entry-types.ts'
import type { Settings } from '../../../../shared/methods/provider-types.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { toProblem } from '../../../data/to-problem.ts'
import { useRefresh } from '../../../data/use-refresh.ts'
import { formatTime } from '../../../lib/format.ts'
import { ErrorPanel } from '../../../ui/components/error-panel.tsx'
import { HeadCell } from '../../../ui/components/explained.tsx'
import { Column, Mono, Note } from '../../../ui/layout/layout.tsx'
import { describeChangedSettings } from './describe-changed-settings.ts'
import type { PresetController } from './use-preset-controller.ts'

type PresetVersionsProps = { readonly controller: PresetController; readonly preset: PresetEntry }

/** Every version with what it changed. An older one can be restored as a new one. */
export function PresetVersions({ controller, preset }: PresetVersionsProps) {
  const restore = useRestore(controller, preset)
  const { versions } = preset
  return (
    <Column gap="md">
      {restore.isError && <ErrorPanel problem={toProblem(restore.error)} onDismiss={restore.reset} />}
      <Table data-top>
        <Table.Thead>
          <Table.Tr>
            <HeadCell w={64} label="Version" />
            <HeadCell w={138} label="Saved" term="saved-at" />
            <HeadCell label="Note" />
            <HeadCell label="Changed" term="changed-since" />
            <HeadCell w={90} label="Restore" />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {versions.toReversed().map(({ version, createdTs, note, settings }) => (
            <Table.Tr key={version}>
              <Table.Td>{version}</Table.Td>
              <Table.Td>{formatTime(createdTs)}</Table.Td>
              <Table.Td>{note === '' ? '–' : note}</Table.Td>
              <Table.Td>
                {version === 1 ? (
                  '–'
                ) : (
                  <ChangedSettingsList
                    before={versions[version - 2]?.settings ?? {}}
                    after={settings}
                    most={3}
                  />
                )}
              </Table.Td>
              <Table.Td>
                {version === versions.length ? (
                  <Note component="span">newest</Note>
                ) : (
                  <Button
                    variant="default"
                    size="compact-xs"
                    aria-label={`Restore version ${version}`}
                    loading={restore.isPending && restore.variables === version}
                    onClick={() => restore.mutate(version)}
                  >
                    Restore
                  </Button>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Column>
  )
}

function useRestore(controller: PresetController, { providerId, id }: PresetEntry) {
  const { client } = useEngine()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: async (version: number) => {
      const restored = await client.presets.restore({ providerId, id, version })
      await refresh('presets')
      controller.apply(restored)
      controller.done(
        `Version ${restored.versions.length} of “${restored.label}” is as version ${version}.`,
        'saved-settings',
      )
    },
  })
}

type ChangedSettingsListProps = {
  readonly before: Settings
  readonly after: Settings
  /** Most changes that are shown. Others are counted. */
  readonly most: number
}

/** What differs between two settings, a line for each value. */
export function ChangedSettingsList({ before, after, most }: ChangedSettingsListProps) {
  const changes = describeChangedSettings(before, after)
  const more = changes.length - most
  if (changes.length === 0) return <Note component="span">the same settings</Note>
  return (
    <Mono component="ul" fz={11} lh="16px" title={changes.join('\n')}>
      {changes.slice(0, most).map((change) => (
        <li key={change}>{change}</li>
      ))}
      {more > 0 && <li>and {more} more</li>}
    </Mono>
  )
}

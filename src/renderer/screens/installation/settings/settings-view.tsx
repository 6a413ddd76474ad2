import {
  Button,
  SegmentedControl,
  useMantineColorScheme,
  type MantineColorScheme,
  Select,
} from '@mantine/core'
import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { logLevelSchema, logLevels, type LogLevel } from '../../../../shared/installation/log-types.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { OwnCommand } from '../../../data/own-command.tsx'
import { toProblem } from '../../../data/to-problem.ts'
import { CopyTextButton } from '../../../ui/components/copy-text-button.tsx'
import { ErrorPanel } from '../../../ui/components/error-panel.tsx'
import { FormSection } from '../../../ui/components/form/form-section.tsx'
import { Toolbar } from '../../../ui/components/toolbar.tsx'
import { Block, Columns, Mono, Row } from '../../../ui/layout/layout.tsx'
import { DoctorSections } from '../doctor/doctor-sections.tsx'
import { MeasuringSettings } from './measuring-settings.tsx'
import { PolicySettings } from './policy-settings.tsx'

const labels: Readonly<Record<LogLevel, string>> = {
  off: 'Off',
  error: 'Errors',
  warn: 'Warnings',
  info: 'Info',
  debug: 'Debug',
}

const schemes: readonly { readonly value: MantineColorScheme; readonly label: string }[] = [
  { value: 'auto', label: 'System' },
  { value: 'dark', label: 'Dark' },
  { value: 'light', label: 'Light' },
]

/** Settings, folders and version. */
export function SettingsView() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <>
      <Toolbar title="Settings" />
      <Block scroll px="md">
        <Columns min={800}>
          <div>
            <FormSection title="Theme" layout="stack">
              <SegmentedControl
                aria-label="Theme"
                data={[...schemes]}
                value={colorScheme}
                onChange={(value) =>
                  setColorScheme(schemes.find((scheme) => scheme.value === value)?.value ?? 'auto')
                }
              />
            </FormSection>
            <MeasuringSettings />
            <AllowedFolders />
            <Block line="bottom">
              <PolicySettings />
            </Block>
          </div>
          <div>
            <InstallationSettings />
            <DoctorSections />
          </div>
        </Columns>
      </Block>
    </>
  )
}

/** Where Dewpoint keeps its data and its log, and which version it is. */
function InstallationSettings() {
  const { queries } = useEngine()
  const info = useQuery(queries.app.info.queryOptions({ staleTime: Number.POSITIVE_INFINITY }))
  return (
    <>
      {info.isError && <ErrorPanel problem={toProblem(info.error)} onRetry={() => void info.refetch()} />}
      {info.data && (
        <>
          <FormSection
            title="Data folder"
            layout="stack"
            note="Tasks, runs and preferences are kept here, for the desktop app, the browser and the command line alike. Set DEWPOINT_HOME to move it."
          >
            <Row gap="md">
              <Mono component="code">{info.data.dataFolder}</Mono>
              <CopyTextButton text={info.data.dataFolder} label="Copy" />
            </Row>
          </FormSection>
          <LogSettings />
          <FormSection title="Version" layout="stack">
            <div>
              Dewpoint {info.data.version}, {info.data.door}, {info.data.platform}
            </div>
          </FormSection>
        </>
      )}
    </>
  )
}

/** Level and folder of the log. */
function LogSettings() {
  const { client, queries } = useEngine()
  const queryClient = useQueryClient()
  const state = useQuery(queries.logs.state.queryOptions())
  const set = useMutation({
    mutationFn: (level: LogLevel) => client.logs.setLevel({ level }),
    onSuccess: (next) => queryClient.setQueryData(queries.logs.state.queryKey(), next),
  })
  if (state.isError)
    return <ErrorPanel problem={toProblem(state.error)} onRetry={() => void state.refetch()} />
  if (state.data === undefined) return null
  const { folder, level, levelFrom, obstacle } = state.data
  return (
    <FormSection
      title="Log"
      layout="stack"
      note={
        <>
          Starts, runs, model calls and failure codes from the app, the browser and the command line. Never
          messages, prompts or keys. Shown by{' '}
          <Mono component="code">
            <OwnCommand>logs</OwnCommand>
          </Mono>
          .{levelFrom !== null && ` ${levelFrom} sets the level.`}
        </>
      }
    >
      <Select
        aria-label="Level of the log"
        w={160}
        data={logLevels.map((value) => ({ value, label: labels[value] }))}
        value={level}
        allowDeselect={false}
        disabled={levelFrom !== null || set.isPending}
        onChange={(value) => value !== null && set.mutate(logLevelSchema.parse(value))}
      />
      <Row gap="md">
        <Mono component="code">{folder}</Mono>
        <CopyTextButton text={folder} label="Copy" />
      </Row>
      {obstacle !== null && <div role="status">Nothing can be written there ({obstacle}).</div>}
      {set.isError && <ErrorPanel problem={toProblem(set.error)} onDismiss={set.reset} />}
    </FormSection>
  )
}

/** Folders outside of home that were allowed, each with the way to take that back; nothing where there is none. */
function AllowedFolders() {
  const { client, queries } = useEngine()
  const queryClient = useQueryClient()
  const folders = useQuery(queries.folders.allowed.queryOptions())
  const revoke = useMutation({
    mutationFn: (path: string) => client.folders.revoke({ path }),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: queries.folders.key() }),
        queryClient.invalidateQueries({ queryKey: queries.library.key() }),
      ]),
  })
  if (folders.isError)
    return <ErrorPanel problem={toProblem(folders.error)} onRetry={() => void folders.refetch()} />
  if (folders.data === undefined || folders.data.length === 0) return null
  return (
    <FormSection
      title="Allowed folders"
      layout="stack"
      note="Folders outside your home folder that Dewpoint may read. Tasks from a folder that you remove stay in the Library as they were last read."
    >
      {folders.data.map((path) => (
        <Row key={path} gap="md">
          <Mono component="code">{path}</Mono>
          <Button variant="default" aria-label={`Stop reading ${path}`} onClick={() => revoke.mutate(path)}>
            Remove
          </Button>
        </Row>
      ))}
      {revoke.isError && <ErrorPanel problem={toProblem(revoke.error)} onDismiss={revoke.reset} />}
    </FormSection>
  )
}

import { SegmentedControl, useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CopyTextButton } from '../../components/copy-text-button.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { FormSection } from '../../components/form-section.tsx'
import { Toolbar } from '../../components/toolbar.tsx'
import { useEngine } from '../../data/engine-context.ts'
import { toProblem } from '../../data/to-problem.ts'
import { LogSettings } from './log-settings.tsx'
import { PolicySettings } from './policy-settings.tsx'
import styles from './settings-view.module.css'

const schemes: readonly { readonly value: MantineColorScheme; readonly label: string }[] = [
  { value: 'auto', label: 'System' },
  { value: 'dark', label: 'Dark' },
  { value: 'light', label: 'Light' },
]

/** What can be set, and where things are. */
export function SettingsView() {
  const { queries } = useEngine()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const info = useQuery(queries.app.info.queryOptions({ staleTime: Number.POSITIVE_INFINITY }))
  return (
    <>
      <Toolbar title="Settings" />
      <div className={styles.page}>
        <div className={styles.group}>
          <PolicySettings />
        </div>
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
        {info.isError && <ErrorPanel problem={toProblem(info.error)} onRetry={() => void info.refetch()} />}
        {info.data && (
          <>
            <FormSection
              title="Data folder"
              layout="stack"
              note="Tasks, runs and preferences are kept here, for the desktop app, the browser and the command line alike. Set DEWPOINT_HOME to move it."
            >
              <div className={styles.value}>
                <code className={styles.path}>{info.data.dataFolder}</code>
                <CopyTextButton text={info.data.dataFolder} label="Copy" />
              </div>
            </FormSection>
            <LogSettings />
            <FormSection title="Version" layout="stack">
              <div>
                Dewpoint {info.data.version}, {info.data.door}, {info.data.platform}
              </div>
            </FormSection>
          </>
        )}
      </div>
    </>
  )
}

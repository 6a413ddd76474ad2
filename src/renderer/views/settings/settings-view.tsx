import { SegmentedControl, useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CopyTextButton } from '../../components/copy-text-button.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { Toolbar } from '../../components/toolbar.tsx'
import { useEngine } from '../../data/engine-context.ts'
import { toProblem } from '../../data/to-problem.ts'
import styles from './settings-view.module.css'

const schemes: readonly { readonly value: MantineColorScheme; readonly label: string }[] = [
  { value: 'auto', label: 'As the system' },
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
        <section className={styles.setting}>
          <h2 className={styles.name}>Theme</h2>
          <SegmentedControl
            aria-label="Theme"
            data={[...schemes]}
            value={colorScheme}
            onChange={(value) =>
              setColorScheme(schemes.find((scheme) => scheme.value === value)?.value ?? 'auto')
            }
          />
        </section>
        {info.isError && <ErrorPanel problem={toProblem(info.error)} onRetry={() => void info.refetch()} />}
        {info.data && (
          <>
            <section className={styles.setting}>
              <h2 className={styles.name}>Data folder</h2>
              <div className={styles.value}>
                <code className={styles.path}>{info.data.dataFolder}</code>
                <CopyTextButton text={info.data.dataFolder} label="Copy" />
              </div>
              <p className={styles.note}>
                Tasks, runs and preferences of all doors are kept there. DEWPOINT_HOME moves it.
              </p>
            </section>
            <section className={styles.setting}>
              <h2 className={styles.name}>Version</h2>
              <div className={styles.value}>
                Dewpoint {info.data.version}, {info.data.door}, {info.data.platform}
              </div>
            </section>
          </>
        )}
      </div>
    </>
  )
}

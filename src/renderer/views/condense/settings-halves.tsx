import { useMemo, type ReactNode } from 'react'
import type { ProviderInfo } from '../../../shared/domain/provider.ts'
import { CodeView } from '../../components/code/code-view.tsx'
import { SchemaForm } from '../../components/schema-form/schema-form.tsx'
import { schemaToFields } from '../../components/schema-form/schema-to-fields.ts'
import styles from './condense-tab.module.css'
import { unplacedIssues } from './unplaced-issues.ts'
import type { SettingsDraft } from './use-settings-draft.ts'

type SettingsHalvesProps = {
  readonly provider: ProviderInfo
  readonly draft: SettingsDraft
  /** What stands beside them. */
  readonly children: ReactNode
}

/** The same settings twice over, as a form and as JSON. */
export function SettingsHalves({ provider, draft, children }: SettingsHalvesProps) {
  const fields = useMemo(() => schemaToFields(provider.settingsJsonSchema), [provider])
  const loose = unplacedIssues(fields, draft.issues)
  return (
    <div className={styles.halves}>
      <section className={styles.form} aria-label="Settings as a form">
        {draft.textError !== null && (
          <p className={styles.stale} role="status">
            The JSON does not fit, so the form still shows the settings from before. A change here replaces
            the JSON.
          </p>
        )}
        <SchemaForm fields={fields} settings={draft.settings} issues={draft.issues} onChange={draft.change} />
      </section>
      <section className={styles.json} aria-label="Settings as JSON">
        <CodeView
          value={draft.text}
          revision={draft.revision}
          language="json"
          label="Settings as JSON"
          onChange={draft.changeText}
        />
        <SettingsComplaints messages={[draft.textError, ...loose].filter((message) => message !== null)} />
      </section>
      {children}
    </div>
  )
}

/** What is wrong but belongs to no field of the form. */
function SettingsComplaints({ messages }: { readonly messages: readonly string[] }) {
  if (messages.length === 0) return null
  return (
    <div className={styles.complaints} role="alert">
      {messages.map((message) => (
        <div key={message}>{message}</div>
      ))}
    </div>
  )
}

import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { CodeView } from '../../components/code-view.tsx'
import { EditorContext } from '../../components/editor-fields/editor-context.ts'
import { GeneralEditor } from './general-editor.tsx'
import { IssueList } from './issue-list.tsx'
import { PassEditor } from './pass-editor.tsx'
import { nameOfPass, passesOf } from './passes-of.ts'
import styles from './smart-editor.module.css'
import type { SmartDraft } from './use-smart-draft.ts'

/** The selected pass as a form, or all settings as JSON: two views of one value. */
export function EditorPane({ draft }: { readonly draft: SmartDraft }) {
  const [view, setView] = useState('form')
  const { selected, settings } = draft.state.present
  const title = selected === null ? 'General' : nameOfPass(passesOf(settings)[selected] ?? {}, selected)
  return (
    <>
      <div className={styles.paneHead}>
        <h2 className={styles.paneTitle}>{view === 'json' ? 'All settings' : title}</h2>
        <span className={styles.spring} />
        <SegmentedControl
          aria-label="View of the settings"
          data={[
            { value: 'form', label: 'Form' },
            { value: 'json', label: 'JSON' },
          ]}
          value={view}
          onChange={setView}
        />
      </div>
      {view === 'json' ? <JsonPane draft={draft} /> : <FormPane draft={draft} />}
    </>
  )
}

function FormPane({ draft: { state, act, issues } }: { readonly draft: SmartDraft }) {
  const { settings, selected } = state.present
  return (
    <>
      {state.textProblems.length > 0 && (
        <p className={styles.stale} role="status">
          The JSON does not fit, so the form shows the settings from before. A change here replaces the JSON.
        </p>
      )}
      <IssueList
        issues={issues}
        passes={passesOf(settings)}
        onSelect={(next) => act({ kind: 'select', selected: next })}
      />
      <section
        // Another pass begins at its top.
        key={selected}
        className={styles.editor}
        aria-label="Settings as a form"
        onBlur={() => act({ kind: 'rest' })}
      >
        <EditorContext value={{ settings, issues, set: (path, value) => act({ kind: 'set', path, value }) }}>
          {selected === null ? <GeneralEditor /> : <PassEditor index={selected} />}
        </EditorContext>
      </section>
    </>
  )
}

function JsonPane({ draft: { state, act, issues, changeText } }: { readonly draft: SmartDraft }) {
  const formIssues = state.textProblems.length > 0 ? [] : issues
  return (
    <section className={styles.jsonPane} aria-label="Settings as JSON" onBlur={() => act({ kind: 'rest' })}>
      {state.textProblems.length > 0 && (
        <div className={styles.stale} role="alert">
          {state.textProblems.map((problem) => (
            <div key={problem}>{problem}</div>
          ))}
          The form keeps the settings from before.
        </div>
      )}
      <IssueList
        issues={formIssues}
        passes={passesOf(state.present.settings)}
        onSelect={(next) => act({ kind: 'select', selected: next })}
      />
      <div className={styles.json}>
        <CodeView
          value={state.text}
          revision={state.revision}
          language="json"
          label="Settings as JSON"
          onChange={changeText}
        />
      </div>
    </section>
  )
}

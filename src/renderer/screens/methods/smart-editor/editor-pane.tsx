import { SegmentedControl, Select } from '@mantine/core'
import { useState } from 'react'
import type { Settings } from '../../../../shared/methods/provider-types.ts'
import type { SettingIssue } from '../../../../shared/methods/providers-contract.ts'
import { CodeView } from '../../../ui/components/code/code-view.tsx'
import { EditorContext, useField } from '../../../ui/components/editor-fields/editor-context.ts'
import { NumberField } from '../../../ui/components/editor-fields/number-field.tsx'
import type { JsonPath } from '../../../ui/components/editor-fields/read-json-at-path.ts'
import { SwitchField } from '../../../ui/components/editor-fields/switch-field.tsx'
import {
  Bar,
  Block,
  Fields,
  Fill,
  Heading,
  Inline,
  List,
  Note,
  Scroll,
  TextButton,
} from '../../../ui/layout/layout.tsx'
import { EditorSection } from './editor-section.tsx'
import { PassEditor } from './pass-editor.tsx'
import { formatPassName, readPasses } from './passes.ts'
import type { SmartDraft } from './use-smart-draft.ts'
import styles from './smart-editor.module.css'

type ChoiceFieldProps = {
  readonly path: JsonPath
  readonly label: string
  readonly choices: readonly { readonly value: string; readonly label: string }[]
}

type IssueListProps = {
  readonly issues: readonly SettingIssue[]
  readonly passes: readonly Settings[]
  readonly onSelect: (selected: number | null) => void
}

/** The selected pass as a form, or all settings as JSON: two views of one value. */
export function EditorPane({ draft }: { readonly draft: SmartDraft }) {
  const [view, setView] = useState('form')
  const { selected, settings } = draft.state.present
  const title = selected === null ? 'General' : formatPassName(readPasses(settings)[selected] ?? {}, selected)
  return (
    <>
      <Bar pr="sm" pl="md" gap={2}>
        <Heading flex="0 1 auto" cut>
          {view === 'json' ? 'All settings' : title}
        </Heading>
        <Inline flex={1} />
        <SegmentedControl
          aria-label="View of the settings"
          data={[
            { value: 'form', label: 'Form' },
            { value: 'json', label: 'JSON' },
          ]}
          value={view}
          onChange={setView}
        />
      </Bar>
      {view === 'json' ? <JsonPane draft={draft} /> : <FormPane draft={draft} />}
    </>
  )
}

function FormPane({ draft: { state, act, issues } }: { readonly draft: SmartDraft }) {
  const { settings, selected } = state.present
  return (
    <>
      {state.textProblems.length > 0 && (
        <Note tone="bad" flex="none" py="sm" px="md" line="bottom" role="status">
          The JSON is invalid, so the form shows the last valid settings. A change here replaces the JSON.
        </Note>
      )}
      <IssueList
        issues={issues}
        passes={readPasses(settings)}
        onSelect={(next) => act({ kind: 'select', selected: next })}
      />
      <Scroll
        // Another pass begins at its top.
        key={selected}
        component="section"
        pb="md"
        px="md"
        aria-label="Settings as a form"
        onBlur={() => act({ kind: 'rest' })}
      >
        <EditorContext value={{ settings, issues, set: (path, value) => act({ kind: 'set', path, value }) }}>
          {selected === null ? <GeneralEditor /> : <PassEditor index={selected} />}
        </EditorContext>
      </Scroll>
    </>
  )
}

function JsonPane({ draft: { state, act, issues, changeText } }: { readonly draft: SmartDraft }) {
  const formIssues = state.textProblems.length > 0 ? [] : issues
  return (
    <Fill component="section" aria-label="Settings as JSON" onBlur={() => act({ kind: 'rest' })}>
      {state.textProblems.length > 0 && (
        <Note component="div" tone="bad" flex="none" py="sm" px="md" line="bottom" role="alert">
          {state.textProblems.map((problem) => (
            <div key={problem}>{problem}</div>
          ))}
          The form keeps the last valid settings.
        </Note>
      )}
      <IssueList
        issues={formIssues}
        passes={readPasses(state.present.settings)}
        onSelect={(next) => act({ kind: 'select', selected: next })}
      />
      <Block flex={1} mih={0}>
        <CodeView
          value={state.text}
          revision={state.revision}
          language="json"
          label="Settings as JSON"
          onChange={changeText}
        />
      </Block>
    </Fill>
  )
}

/** Everything that does not fit, each leading to the pass that it is in. */
function IssueList({ issues, passes, onSelect }: IssueListProps) {
  if (issues.length === 0) return null
  return (
    <List flex="none" mah={140} py="sm" px="md" scroll line="bottom" tone="bad" fz="xs" aria-label="Problems">
      {issues.map((issue, index) => {
        const place = issue.path[0] === 'passes' && typeof issue.path[1] === 'number' ? issue.path[1] : null
        const pass = place === null ? undefined : passes[place]
        return (
          <li key={index}>
            <TextButton type="button" onClick={() => onSelect(place)}>
              {pass === undefined || place === null ? 'General' : formatPassName(pass, place)},{' '}
              {issue.path.slice(place === null ? 0 : 2).join('.') || 'as a whole'}: {issue.message}
            </TextButton>
          </li>
        )
      })}
    </List>
  )
}

/** What holds for all passes, and what is done before the first. */
function GeneralEditor() {
  const hasLedger = useField(['ledger']).value !== 'off'
  return (
    <>
      <PreludeFields />
      <EditorSection title="All passes">
        <div className={styles.fields}>
          <NumberField path={['keepFirst']} label="First messages untouched" width={180} />
          <NumberField path={['concurrency']} label="Summaries at a time" width={150} />
        </div>
      </EditorSection>
      <EditorSection title="Ledger of artifacts">
        <Note>A list of files and commands from the tool calls, built without a model.</Note>
        <div className={styles.fields}>
          <ChoiceField
            path={['ledger']}
            label="Position"
            choices={[
              { value: 'off', label: 'nowhere' },
              { value: 'summary', label: 'in the summary' },
              { value: 'first', label: 'beside the first message' },
            ]}
          />
          {hasLedger && (
            <NumberField path={['ledgerMaxTokens']} label="Longest ledger" unit="tok" width={130} />
          )}
        </div>
      </EditorSection>
    </>
  )
}

function PreludeFields() {
  const isOn = useField(['losslessPrelude', 'enabled']).value === true
  const operations = ['losslessPrelude', 'operations']
  return (
    <EditorSection title="Lossless prelude">
      <SwitchField
        path={['losslessPrelude', 'enabled']}
        label="Start without losses"
        description="Repeats and superseded state become references before the first pass."
      />
      {isOn && (
        <>
          <Fields>
            <SwitchField path={[...operations, 'deduplicateFileReads']} label="Repeated file reads" />
            <SwitchField path={[...operations, 'consolidateToolResults']} label="Identical results" />
            <SwitchField path={[...operations, 'encodeNearIdentical']} label="Near-identical content" />
            <SwitchField
              path={[...operations, 'removeObsoleteState']}
              label="Superseded state"
              description="Only the store can restore it."
            />
          </Fields>
          <ChoiceField
            path={['losslessPrelude', 'keep']}
            label="Copy to keep"
            choices={[
              { value: 'latest', label: 'the latest' },
              { value: 'first', label: 'the first, so that the cached prefix stays' },
            ]}
          />
        </>
      )}
    </EditorSection>
  )
}

function ChoiceField({ path, label, choices }: ChoiceFieldProps) {
  const { value, error, set } = useField(path)
  return (
    <Select
      label={label}
      w={240}
      data={[...choices]}
      value={typeof value === 'string' ? value : null}
      error={error}
      allowDeselect={false}
      onChange={(next) => next !== null && set(next)}
    />
  )
}

import { Select } from '@mantine/core'
import { useField } from '../../components/editor-fields/editor-context.ts'
import type { JsonPath } from '../../components/editor-fields/json-at.ts'
import { NumberField } from '../../components/editor-fields/number-field.tsx'
import { SwitchField } from '../../components/editor-fields/switch-field.tsx'
import { EditorSection } from './editor-section.tsx'
import styles from './smart-editor.module.css'

/** What holds for all passes, and what is done before the first. */
export function GeneralEditor() {
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
        <p className={styles.about}>
          A list of files and commands from the tool calls, made without a model.
        </p>
        <div className={styles.fields}>
          <ChoiceField
            path={['ledger']}
            label="Where it stands"
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
        label="Begin without losses"
        description="Repeats and superseded state become references before the first pass."
      />
      {isOn && (
        <>
          <div className={styles.grid}>
            <SwitchField path={[...operations, 'deduplicateFileReads']} label="Repeated file reads" />
            <SwitchField path={[...operations, 'consolidateToolResults']} label="Identical results" />
            <SwitchField path={[...operations, 'encodeNearIdentical']} label="Near-identical content" />
            <SwitchField
              path={[...operations, 'removeObsoleteState']}
              label="Superseded state"
              description="Restorable from the store only."
            />
          </div>
          <ChoiceField
            path={['losslessPrelude', 'keep']}
            label="Copy that stays"
            choices={[
              { value: 'latest', label: 'the latest' },
              { value: 'first', label: 'the first: the cached prefix stays' },
            ]}
          />
        </>
      )}
    </EditorSection>
  )
}

type ChoiceFieldProps = {
  readonly path: JsonPath
  readonly label: string
  readonly choices: readonly { readonly value: string; readonly label: string }[]
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

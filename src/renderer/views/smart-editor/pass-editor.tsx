import { useField } from '../../components/editor-fields/editor-context.ts'
import { jsonAt, type JsonPath } from '../../components/editor-fields/json-at.ts'
import { NumberField } from '../../components/editor-fields/number-field.tsx'
import { TextField } from '../../components/editor-fields/text-field.tsx'
import { BatchFields } from './batch-fields.tsx'
import { EditorSection } from './editor-section.tsx'
import { KindChoice } from './kind-choice.tsx'
import { ModeChoice } from './mode-choice.tsx'
import { OperationField } from './operation-field.tsx'
import { contents } from './operations.ts'
import { OverridesFields } from './overrides-fields.tsx'
import { SelectionFields } from './selection-fields.tsx'
import styles from './smart-editor.module.css'

const executions = [
  { kind: 'always', label: 'Always', begin: { type: 'always' } },
  {
    kind: 'conditional',
    label: 'Only above a size',
    begin: { type: 'conditional', condition: { tokenThreshold: 40_000 } },
  },
]

/** One pass: its name, which messages, what is done to them, and when. */
export function PassEditor({ index }: { readonly index: number }) {
  const path: JsonPath = ['passes', index]
  const { value } = useField(path)
  return (
    <>
      <EditorSection title="Pass">
        <div className={styles.names}>
          <TextField path={[...path, 'name']} label="Name" />
          <TextField path={[...path, 'id']} label="Id" />
        </div>
        <TextField path={[...path, 'description']} label="Description" placeholder="none" isOptional isLong />
      </EditorSection>
      <EditorSection title="Which messages">
        <SelectionFields path={[...path, 'selection']} />
      </EditorSection>
      <EditorSection title="What is done to them">
        <ModeChoice path={path} />
        {jsonAt(value, ['mode']) === 'batch' ? (
          <BatchFields path={[...path, 'batchConfig']} />
        ) : (
          <PartFields path={[...path, 'individualConfig']} />
        )}
      </EditorSection>
      <EditorSection title="When">
        <KindChoice path={[...path, 'execution']} label="When" tag="type" kinds={executions} />
        {jsonAt(value, ['execution', 'type']) === 'conditional' && (
          <NumberField
            path={[...path, 'execution', 'condition', 'tokenThreshold']}
            label="Only above"
            unit="tok"
          />
        )}
      </EditorSection>
    </>
  )
}

function PartFields({ path }: { readonly path: JsonPath }) {
  return (
    <>
      {contents.map((content) => (
        <OperationField
          key={content.key}
          path={[...path, 'defaults', content.key]}
          content={content}
          otherwise={content.otherwise}
        />
      ))}
      <h4 className={styles.subtitle}>Exceptions for single messages</h4>
      <OverridesFields path={[...path, 'overrides']} />
    </>
  )
}

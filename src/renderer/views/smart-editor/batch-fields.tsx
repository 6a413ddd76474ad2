import { useField } from '../../components/editor-fields/editor-context.ts'
import { jsonAt, type JsonPath } from '../../components/editor-fields/json-at.ts'
import { NumberField } from '../../components/editor-fields/number-field.tsx'
import { TextField } from '../../components/editor-fields/text-field.tsx'
import { CostNote } from './cost-note.tsx'
import { KindChoice } from './kind-choice.tsx'
import { OperationBadges } from './operation-badges.tsx'
import { ProfileField } from './profile-field.tsx'
import styles from './smart-editor.module.css'

const kinds = [
  { kind: 'keep', label: 'Keep', begin: { operation: 'keep' } },
  {
    kind: 'summarize',
    label: 'Summarise',
    begin: { operation: 'summarize', summarizationConfig: { keepFirst: 1, keepLast: 0, maxTokens: 2000 } },
  },
]

/** What becomes of the selected messages when they are treated as one. */
export function BatchFields({ path }: { readonly path: JsonPath }) {
  const { value } = useField(path)
  const isSummary = jsonAt(value, ['operation']) === 'summarize'
  const config = [...path, 'summarizationConfig']
  return (
    <>
      <div className={styles.contentHead}>
        <KindChoice path={path} label="What is done to them" tag="operation" kinds={kinds} />
        <OperationBadges operation={isSummary ? 'summarize' : 'keep'} />
        {isSummary && <CostNote path={path} />}
      </div>
      {isSummary && (
        <>
          <div className={styles.fields}>
            <ProfileField path={[...config, 'apiProfile']} />
            <NumberField path={[...config, 'maxTokens']} label="Longest summary" unit="tok" width={130} />
            <NumberField path={[...config, 'keepFirst']} label="Kept at the start" width={120} />
            <NumberField path={[...config, 'keepLast']} label="Kept at the end" width={120} />
          </div>
          <TextField
            path={[...config, 'customPrompt']}
            label="Prompt of your own"
            placeholder="the built-in one"
            isOptional
            isLong
          />
        </>
      )}
    </>
  )
}

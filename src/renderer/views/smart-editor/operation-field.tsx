import { SegmentedControl } from '@mantine/core'
import { useField } from '../../components/editor-fields/editor-context.ts'
import { jsonAt, type JsonPath } from '../../components/editor-fields/json-at.ts'
import { NumberField } from '../../components/editor-fields/number-field.tsx'
import { SwitchField } from '../../components/editor-fields/switch-field.tsx'
import { TextField } from '../../components/editor-fields/text-field.tsx'
import { CostNote } from './cost-note.tsx'
import { OperationBadges } from './operation-badges.tsx'
import { beginOperation, operationLooks, type Content } from './operations.ts'
import { ProfileField } from './profile-field.tsx'
import styles from './smart-editor.module.css'

/** Stands for "not set here"; no operation is called that. */
const otherwiseValue = 'otherwise'

type OperationFieldProps = {
  readonly path: JsonPath
  readonly content: Content
  /** What applies where none is set here; absent where one has to be set. */
  readonly otherwise?: string | undefined
}

/** What is done to one kind of content, what is expected of it, and its parameters. */
export function OperationField({ path, content, otherwise }: OperationFieldProps) {
  const { value, error, set } = useField(path)
  const chosen = content.operations.find((operation) => operation === jsonAt(value, ['operation']))
  const choices = content.operations.map((operation) => ({
    value: operation,
    label: operationLooks[operation].label,
  }))
  return (
    <div className={styles.content} role="group" aria-label={content.label}>
      <div className={styles.contentHead}>
        <span className={styles.contentName}>{content.label}</span>
        <SegmentedControl
          aria-label={`What is done to: ${content.label}`}
          data={[
            ...(otherwise === undefined ? [] : [{ value: otherwiseValue, label: otherwise }]),
            ...choices,
          ]}
          value={chosen ?? (otherwise === undefined ? '' : otherwiseValue)}
          onChange={(next) => {
            const operation = content.operations.find((candidate) => candidate === next)
            set(operation === undefined ? undefined : beginOperation(operation, content.hasLines))
          }}
        />
        {chosen !== undefined && <OperationBadges operation={chosen} />}
        {chosen === 'summarize' && <CostNote path={path} />}
      </div>
      {error !== undefined && <p className={styles.error}>{error}</p>}
      {chosen === 'truncate' && <CutFields path={[...path, 'params', 'truncate']} content={content} />}
      {chosen === 'summarize' && <SummaryFields path={[...path, 'params', 'summarize']} />}
    </div>
  )
}

function CutFields({ path, content }: { readonly path: JsonPath; readonly content: Content }) {
  return (
    <div className={styles.fields}>
      {content.hasLines && (
        <NumberField
          path={[...path, 'maxLines']}
          label="Lines that stay"
          none="no limit"
          width={120}
          rulePath={path}
        />
      )}
      <NumberField
        path={[...path, 'maxChars']}
        label={content.hasLines ? 'Characters that stay' : 'Characters of each that stay'}
        none="no limit"
        width={content.hasLines ? 140 : 180}
        {...(content.hasLines ? {} : { rulePath: path })}
      />
      <SwitchField path={[...path, 'addEllipsis']} label="Say how much went" />
    </div>
  )
}

function SummaryFields({ path }: { readonly path: JsonPath }) {
  return (
    <>
      <div className={styles.fields}>
        <ProfileField path={[...path, 'apiProfile']} />
        <NumberField path={[...path, 'maxTokens']} label="Longest summary" unit="tok" width={130} />
        <NumberField path={[...path, 'minTokens']} label="Only parts above" unit="tok" width={130} />
      </div>
      <TextField
        path={[...path, 'customPrompt']}
        label="Prompt of your own"
        placeholder="the built-in one"
        isOptional
        isLong
      />
    </>
  )
}

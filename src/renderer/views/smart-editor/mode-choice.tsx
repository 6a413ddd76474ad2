import { SegmentedControl } from '@mantine/core'
import { useField } from '../../components/editor-fields/editor-context.ts'
import { isRecord, type JsonPath } from '../../components/editor-fields/json-at.ts'

const keep = { operation: 'keep' }
const beginnings = {
  individual: {
    individualConfig: { defaults: { messageText: keep, toolParameters: keep, toolResults: keep } },
  },
  batch: {
    batchConfig: {
      operation: 'summarize',
      summarizationConfig: { keepFirst: 1, keepLast: 0, maxTokens: 2000 },
    },
  },
}

/** Whether a pass treats its messages part by part or as one. The other way begins anew. */
export function ModeChoice({ path }: { readonly path: JsonPath }) {
  const { value, set } = useField(path)
  const pass = isRecord(value) ? value : {}
  const mode = pass['mode'] === 'batch' ? 'batch' : 'individual'
  return (
    <SegmentedControl
      aria-label="How the messages are treated"
      data={[
        { value: 'individual', label: 'Each part by itself' },
        { value: 'batch', label: 'All together, as one' },
      ]}
      value={mode}
      onChange={(next) => {
        const chosen = next === 'batch' ? 'batch' : 'individual'
        const { individualConfig: _parts, batchConfig: _whole, ...common } = pass
        set({ ...common, mode: chosen, ...beginnings[chosen] })
      }}
    />
  )
}

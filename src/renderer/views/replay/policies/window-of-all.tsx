import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { isPlainPolicy } from '../../../../shared/domain/replay-policy.ts'
import { jsonAt } from '../../../components/editor-fields/json-at.ts'
import { formatTokens } from '../../../lib/format.ts'
import { editWithId } from './following-id.ts'
import type { PolicyDraft } from './use-policy-draft.ts'
import { usualWindows } from './window-field.tsx'

/** Small ones let policies condense short tasks too. */
const offeredWindows = [16_000, 32_000, 64_000, ...usualWindows]

/** Gives every policy the same window. */
export function WindowOfAll({ draft }: { readonly draft: PolicyDraft }) {
  const list = draft.value['policies']
  const entries = Array.isArray(list) ? list : []
  const give = (window: number): void => {
    const text = entries.reduce<string>((before, entry, index) => {
      const id = jsonAt(entry, ['id'])
      if (typeof id === 'string' && isPlainPolicy(id)) return before
      const edit = { kind: 'set', path: ['policies', index, 'window'], value: window } as const
      return editWithId(before, edit)
    }, draft.text)
    draft.replace(text)
  }
  return (
    <Menu>
      <Menu.Target>
        <Button
          variant="default"
          rightSection={<IconChevronDown size={14} aria-hidden />}
          disabled={draft.textError !== null || entries.length === 0}
        >
          Window of all
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {offeredWindows.map((window) => (
          <Menu.Item key={window} onClick={() => give(window)}>
            {formatTokens(window)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

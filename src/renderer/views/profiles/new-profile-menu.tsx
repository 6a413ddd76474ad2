import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconPlus } from '@tabler/icons-react'
import type { ProfileDraft } from './profile-draft.ts'
import { draftOfTemplate, profileTemplates } from './profile-templates.ts'

type NewProfileMenuProps = {
  readonly taken: readonly string[]
  readonly onNew: (draft: ProfileDraft) => void
}

/** New profiles by what they talk to. */
export function NewProfileMenu({ taken, onNew }: NewProfileMenuProps) {
  return (
    <Menu position="bottom-end" transitionProps={{ duration: 0 }} width={300}>
      <Menu.Target>
        <Button
          leftSection={<IconPlus size={14} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          New profile
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {profileTemplates.map((template) => (
          <Menu.Item key={template.label} fz="sm" onClick={() => onNew(draftOfTemplate(template, taken))}>
            {template.label}
            <div style={{ color: 'var(--muted)', fontSize: 11, lineHeight: '14px' }}>{template.about}</div>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

import { Tooltip } from '@mantine/core'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { Link, useLocation } from 'wouter'
import { z } from 'zod'
import { usePreference } from '../data/use-preference.ts'
import { routes } from '../lib/routes.ts'
import { useIsNarrow } from '../ui/components/use-is-narrow.ts'
import { Column } from '../ui/layout/layout.tsx'
import { screenGroups, type Screen } from './screens.ts'
import styles from './rail.module.css'

/** The screens, each with its word; icons alone where somebody collapses it, or where there is no room. */
export function Rail() {
  const [location] = useLocation()
  const [isCollapsed, setCollapsed] = usePreference('rail.isCollapsed', z.boolean(), false)
  const isNarrow = useIsNarrow(1100)
  const isBare = isCollapsed || isNarrow
  const current = findScreen(location)
  const label = isCollapsed ? 'Expand navigation' : 'Collapse navigation'
  const Toggle = isCollapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  return (
    <div className={styles.rail} data-bare={isBare}>
      <Column component="nav" flex={1} aria-label="Screens">
        {screenGroups.map((group, at) => (
          <div key={at} className={styles.group}>
            {group.map((screen) => (
              <ScreenLink
                key={screen.route}
                screen={screen}
                isCurrent={screen.route === current}
                isBare={isBare}
              />
            ))}
          </div>
        ))}
      </Column>
      {!isNarrow && (
        <Tooltip label={label} position="right">
          <button
            type="button"
            className={styles.toggle}
            aria-label={label}
            onClick={() => setCollapsed(!isCollapsed)}
          >
            <Toggle size={18} stroke={1.5} aria-hidden />
          </button>
        </Tooltip>
      )}
    </div>
  )
}

type ScreenLinkProps = {
  readonly screen: Screen
  readonly isCurrent: boolean
  /** Without its word, which a tooltip says instead. */
  readonly isBare: boolean
}

function ScreenLink({ screen, isCurrent, isBare }: ScreenLinkProps) {
  return (
    <Tooltip label={screen.label} position="right" disabled={!isBare}>
      <Link
        href={screen.route}
        className={styles.link ?? ''}
        aria-label={isBare ? screen.label : undefined}
        aria-current={isCurrent ? 'page' : undefined}
      >
        <screen.icon size={18} stroke={1.5} aria-hidden />
        {!isBare && screen.label}
      </Link>
    </Tooltip>
  )
}

/** A task belongs to the Library, an experiment to the Experiments. */
function findScreen(location: string): string {
  if (location.startsWith('/task')) return routes.library
  if (location.startsWith('/when/')) return routes.home
  if (location.startsWith('/experiment/')) return routes.experiments
  return location.split('/', 2).join('/')
}

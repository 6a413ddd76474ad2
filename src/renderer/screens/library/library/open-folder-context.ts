import { createContext } from 'react'

/** Opens a folder in the way of the host. The frame provides it. */
export const OpenFolderContext = createContext<() => void>(() => undefined)

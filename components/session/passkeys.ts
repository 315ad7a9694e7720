'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { query, useCommand } from '@/lib/client/queries';
import {
  addPasskey,
  getPasskeyCreationOptions,
  getPasskeyRequestOptions,
  verifyPasskey,
} from '@/lib/resources/passkeys/contract';

// What asks the browser for a passkey. Its code is loaded when somebody uses one.

export type PasskeySupport = 'ready' | 'needs_host_name' | 'missing';

/** Whether passkeys work in this browser and at this address; null until it is known. */
export function usePasskeySupport(): PasskeySupport | null {
  return useSyncExternalStore(never, supportOf, () => null);
}

const never = () => () => {};

function supportOf(): PasskeySupport {
  if (/^[\d.]+$|^\[/.test(window.location.hostname)) return 'needs_host_name';
  return 'PublicKeyCredential' in window ? 'ready' : 'missing';
}

/** A command that uses a passkey: it signs in, or confirms the session. */
export function useVerifyPasskey(onDone: (email: string) => void) {
  const client = useQueryClient();
  const verify = useCommand(verifyPasskey);
  return useMutation({
    networkMode: 'always',
    mutationFn: async () => {
      const [{ startAuthentication }, optionsJSON] = await Promise.all([
        import('@simplewebauthn/browser'),
        client.fetchQuery({ ...query(getPasskeyRequestOptions), staleTime: 0 }),
      ]);
      const response = await startAuthentication({ optionsJSON });
      return verify.mutateAsync({ body: { response } });
    },
    onSuccess: ({ user }) => onDone(user?.email ?? ''),
  });
}

/** A command that makes a passkey and adds it to the caller's account; without a name it gets that of the browser. */
export function useAddPasskey(onDone: () => void) {
  const client = useQueryClient();
  const add = useCommand(addPasskey);
  return useMutation({
    networkMode: 'always',
    mutationFn: async (name: string) => {
      const [{ startRegistration }, optionsJSON] = await Promise.all([
        import('@simplewebauthn/browser'),
        client.fetchQuery({ ...query(getPasskeyCreationOptions), staleTime: 0 }),
      ]);
      const response = await startRegistration({ optionsJSON });
      return add.mutateAsync({ body: { response, name: name.trim() || null } });
    },
    onSuccess: onDone,
  });
}

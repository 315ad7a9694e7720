import { describe, expect, it } from 'vitest';
import { accessOfApp } from '@/components/settings/app-access';
import { CLIENT_SCOPES } from '@/lib/resources/oauth-clients/rules';

describe('what an app may do', () => {
  it.each(CLIENT_SCOPES)('is said of %s', (scope) => {
    const { knows, reads, changes } = accessOfApp([scope]);
    const [id, ...others] = knows;
    const isWrite = scope.endsWith(':write');
    const isId = ['openid', 'user:read'].includes(scope);
    expect(id).toBe('Account ID');
    expect([...others, ...reads].length).toBe(isWrite || isId ? 0 : 1);
    expect(changes.length).toBe(isWrite ? 1 : 0);
  });

  it('is no address of an organization', () => {
    const { knows } = accessOfApp(['openid', 'profile', 'email'], 'organization');
    expect(knows).toEqual(['ID', 'Name']);
  });

  it('is said once of what it both reads and changes', () => {
    const found = accessOfApp([
      'openid',
      'email',
      'products:read',
      'products:write',
      'orders:read',
    ]);
    expect(found).toEqual({
      knows: ['Account ID', 'Email address'],
      reads: ['Orders, refunds'],
      changes: ['Products'],
    });
  });
});

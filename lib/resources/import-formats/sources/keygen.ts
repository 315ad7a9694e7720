import { oneOf, type SourceTable } from '@/lib/resources/import-formats/sources/source';

/**
 * Keygen exports no file: the names are those of its API's objects (`attributes`), from which the seller makes one, a row
 * a license, with the ids of `relationships` as `owner`, `product`, `policy` and `machines` as `activations`.
 */
export const keygen: SourceTable = {
  kinds: {
    customers: {
      columns: {
        external_id: 'id',
        email: 'email',
        name: {
          from: ['fullName', 'firstName'],
          as: (value, cell) =>
            cell('fullName') || `${cell('firstName')} ${cell('lastName')}`.trim() || value,
        },
        metadata: 'metadata',
        created_at: 'created',
      },
    },
    products: {
      columns: {
        external_id: 'id',
        name: 'name',
        description: 'url',
        price_amount_type: { from: 'id', as: () => 'free' },
        metadata: 'metadata',
        created_at: 'created',
      },
    },
    license_keys: {
      columns: {
        external_id: 'id',
        key: 'key',
        status: {
          from: 'status',
          as: oneOf({
            active: 'granted',
            inactive: 'granted',
            expiring: 'granted',
            expired: 'granted',
            suspended: 'disabled',
            banned: 'disabled',
          }),
        },
        customer_id: ['owner', 'user', 'relationships.owner'],
        customer_email: ['email', 'owner_email'],
        benefit_id: ['policy_name', 'benefit_id'],
        product_id: ['product', 'relationships.product'],
        limit_activations: 'maxMachines',
        activations: ['machines', 'activations'],
        usage: 'uses',
        limit_usage: 'maxUses',
        last_validated_at: 'lastValidated',
        expires_at: 'expiry',
        created_at: 'created',
      },
    },
  },
};

#!/bin/sh
# Makes the site's bucket, and a user who may use this bucket and nothing else of the storage; a repetition changes nothing.
set -eu
export MC_CONFIG_DIR=/tmp/mc
mkdir -p "$MC_CONFIG_DIR/certs/CAs"
cp /authority/ca.pem "$MC_CONFIG_DIR/certs/CAs/praktika.pem"
mc alias set storage https://storage:9000 root "$STORAGE_ADMIN_PASSWORD"
mc mb --ignore-existing storage/praktika
cat > /tmp/praktika.json <<'END'
{
  "Version": "2012-10-17",
  "Statement": [
    {
      "Effect": "Allow",
      "Action": ["s3:GetBucketLocation", "s3:ListBucket", "s3:ListBucketMultipartUploads"],
      "Resource": ["arn:aws:s3:::praktika"]
    },
    {
      "Effect": "Allow",
      "Action": [
        "s3:GetObject",
        "s3:PutObject",
        "s3:DeleteObject",
        "s3:AbortMultipartUpload",
        "s3:ListMultipartUploadParts"
      ],
      "Resource": ["arn:aws:s3:::praktika/*"]
    }
  ]
}
END
mc admin policy create storage praktika /tmp/praktika.json
mc admin user add storage praktika "$STORAGE_PASSWORD"
# what is attached already is refused
case "$(mc admin user info storage praktika)" in
  *"PolicyName: praktika"*) ;;
  *) mc admin policy attach storage praktika --user praktika ;;
esac
